/** Finishes the built staff console: the shell gets the font and icons of the site, and its manifest is written. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compressAssets } from './compress.mjs';

const shellFile = 'index.html';
const manifestPath = '/desk/manifest.webmanifest';
const themeColor = '#050b13';

/** The web app manifest (W3C Web Application Manifest). iPhones allow pushes only to an app that was added to the home screen. */
const manifest = (iconUrl) => ({
  id: '/desk',
  name: 'Desk',
  short_name: 'Desk',
  lang: 'en',
  start_url: '/desk',
  scope: '/desk',
  display: 'standalone',
  background_color: themeColor,
  theme_color: themeColor,
  icons: [
    { src: iconUrl, sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  ],
});

/**
 * The order of the cascade (`desk/styles/desk.css`). It is declared before any style sheet, because the sheets arrive in any order.
 */
const layers = '@layer tokens, base, ui, desk, override;';

/** The lines that the head of the shell takes from the site. The script comes first, so that it sees what comes after it. */
const headOf = ({ fontUrl, fontCss, iconUrl, loadAgainScript }) =>
  [
    `<script>${loadAgainScript}</script>`,
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    `<link rel="icon" href="${iconUrl}" type="image/svg+xml">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<link rel="manifest" href="${manifestPath}">`,
    `<link rel="preload" href="${fontUrl}" as="font" type="font/woff2" crossorigin>`,
    `<style>${layers}${fontCss}</style>`,
  ].join('\n');

/**
 * Writes the head and the manifest of the console, and compresses its assets.
 *
 * @param {string} folder where Vite has written the console
 */
export async function finishDesk(folder, assets) {
  const shell = join(folder, shellFile);
  const html = await readFile(shell, 'utf8');
  if (!html.includes('</title>')) throw new Error(`${shellFile} of the desk has no title`);
  await writeFile(shell, html.replace('</title>', `</title>\n${headOf(assets)}`));
  await writeFile(join(folder, 'manifest.webmanifest'), JSON.stringify(manifest(assets.iconUrl)));
  await compressAssets(join(folder, 'assets'));
}
