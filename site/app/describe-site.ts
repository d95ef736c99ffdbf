/** Data about the whole site for other software: search engines, link previews, home screens. Used only at build time. */
import { brand } from '#brand/brand.ts';
import { pages } from '#contract/pages.ts';

/** The colour of the browser's own bars around the page: asphalt-950, in a notation that every browser accepts there. */
export const themeColor = '#050b13';

/** Drawn by scripts/pictures and kept in site/public. Paths; the server makes them absolute where that is needed. */
const pictures = {
  sharing: { path: '/og.png', width: 1200, height: 630, alt: `${brand.name}: ${brand.tagline}` },
  touchIcon: '/apple-touch-icon.png',
  favicon: '/favicon.ico',
  icon: { path: '/icon-512.png', size: 512 },
} as const;

const internationalPhone = (phone: string): string =>
  `+1-${phone.replace(/\D/g, '').replace(/(\d{3})(\d{3})/, '$1-$2-')}`;

/** Who stands behind the site (schema.org Organization, with ContactPoint and areaServed). */
const organization = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  '@id': `${pages.home}#organization`,
  name: brand.name,
  slogan: brand.tagline,
  url: pages.home,
  logo: pictures.icon.path,
  email: brand.email,
  telephone: internationalPhone(brand.phone),
  areaServed: { '@type': 'Country', name: brand.country },
  contactPoint: [
    { contactType: 'sales', telephone: brand.phone, email: brand.email },
    { contactType: 'customer support', telephone: brand.directLine },
  ].map(({ telephone, ...rest }) => ({
    '@type': 'ContactPoint',
    ...rest,
    telephone: internationalPhone(telephone),
    areaServed: { '@type': 'Country', name: brand.country },
    availableLanguage: 'en',
  })),
};

/** The web app manifest (W3C Web Application Manifest). The site is a site: it opens in the browser. */
const manifest = (iconUrl: string) => ({
  name: brand.name,
  short_name: brand.name,
  description: brand.tagline,
  lang: 'en',
  start_url: pages.home,
  display: 'browser',
  background_color: themeColor,
  theme_color: themeColor,
  icons: [
    { src: iconUrl, sizes: 'any', type: 'image/svg+xml' },
    { src: pictures.icon.path, sizes: `${pictures.icon.size}x${pictures.icon.size}`, type: 'image/png' },
  ],
});

export const describeSite = () => ({ name: brand.name, pictures, organization, manifest });
