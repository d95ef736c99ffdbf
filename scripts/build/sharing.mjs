/** The part of a page's head that other software reads: link previews, search engines, home screens. */

/** A text for an element or an attribute in double quotes. */
export const escapeText = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The URL path of the web manifest. */
export const manifestPath = '/site.webmanifest';

/** The tags of a page, as HTML lines. `site` comes from site/app/describe-site.ts; the server makes the addresses absolute. */
export function sharingTags(page, { name, pictures, organization }) {
  const { sharing, touchIcon } = pictures;
  const open = {
    site_name: name,
    type: 'website',
    title: page.title,
    description: page.description,
    ...(page.indexed && { url: page.path }),
    image: sharing.path,
    'image:width': sharing.width,
    'image:height': sharing.height,
    'image:alt': sharing.alt,
  };
  const graph = JSON.stringify(organization).replaceAll('<', '\\u003c');
  return [
    ...Object.entries(open).map(([key, value]) => `<meta property="og:${key}" content="${escapeText(String(value))}">`),
    '<meta name="twitter:card" content="summary_large_image">',
    `<link rel="apple-touch-icon" href="${touchIcon}">`,
    `<link rel="manifest" href="${manifestPath}">`,
    ...(page.indexed ? [`<script type="application/ld+json">${graph}</script>`] : []),
  ];
}
