/** The files that crawlers read first. Both contain absolute addresses, so they are written when the server starts. */

/**
 * `/robots.txt` (RFC 9309): everything but the API and the functions may be read. A page that must not be listed says so itself,
 * and a crawler must be able to read the page to see that.
 */
export const robotsTxt = (publicUrl: string): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /functions/\n\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`;

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** `/sitemap.xml` (sitemaps.org protocol): the address of every page that may be listed. */
export function sitemapXml(publicUrl: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<url><loc>${escapeXml(new URL(path, publicUrl).href)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}
