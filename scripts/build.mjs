/**
 * Builds the site into dist/site: one HTML file per page, hashed assets, and compressed siblings of the assets. HTML is
 * not compressed here, because the server writes its runtime settings into it when it starts.
 *
 *   node scripts/build.mjs                   with the staff console, in dist/site/desk
 *   node scripts/build.mjs --without-desk    the public site alone
 *
 * Runs on Node 20 and newer.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { writeStamp } from './bootstrap/stamp.mjs';
import { compressAssets } from './build/compress.mjs';
import { finishDesk } from './build/desk.mjs';
import { fontFaces, subsetArchivo } from './build/font.mjs';
import { filesOfPage, writePage } from './build/page.mjs';
import { manifestPath } from './build/sharing.mjs';
import { openWorkshop } from './build/workshop.mjs';

const project = join(dirname(fileURLToPath(import.meta.url)), '..');

const output = join(project, 'dist');

const buildWith = (options, configFile = 'vite.config.ts') =>
  build({
    configFile: join(project, configFile),
    logLevel: 'warn',
    mode: 'production',
    build: { ...options, emptyOutDir: false },
  });

/** Writes an asset under a name with a hash of its content, and returns its URL path. */
async function emitAsset(siteFolder, name, content) {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const extension = extname(name);
  const file = `assets/${name.slice(0, -extension.length)}-${hash}${extension}`;
  await writeFile(join(siteFolder, file), content);
  return `/${file}`;
}

/** Renders every page of the page table and writes it into the site's folder. Resolves to what the desk's page takes from the site. */
async function writePages({ siteFolder, prerenderFolder }, assets) {
  const { pageNames, prerenderPage, describeSite, loadAgainScript } = await import(
    pathToFileURL(join(prerenderFolder, 'prerender.mjs')).href
  );
  const manifest = JSON.parse(await readFile(join(siteFolder, '.vite/manifest.json'), 'utf8'));
  const site = describeSite();
  for (const name of pageNames) {
    const page = await prerenderPage(name);
    const html = await writePage(siteFolder, page, filesOfPage(manifest, page), { site, ...assets });
    await writeFile(join(siteFolder, page.file), html);
  }
  await writeFile(join(siteFolder, manifestPath), JSON.stringify(site.manifest(assets.iconUrl)));
  return { pages: pageNames.length, loadAgainScript };
}

/**
 * Builds everything in an empty folder and publishes it. Returns the number of pages and the time it took.
 *
 * @param {string} [stamp] the hash of the site's sources (`bootstrap/stamp.mjs`)
 * @param {object} [options]
 * @param {boolean} [options.desk] false leaves out the staff console; the public site is the same either way
 */
async function buildSite(stamp, { desk = true } = {}) {
  const startedAt = performance.now();
  // Vite chooses React's production build by this variable, so it overrides the caller's environment.
  process.env.NODE_ENV = 'production';
  const workshop = await openWorkshop(output);
  const { siteFolder, prerenderFolder } = workshop;
  const deskFolder = join(siteFolder, 'desk');
  const [font] = await Promise.all([
    subsetArchivo(),
    buildWith({ outDir: siteFolder }),
    buildWith({ outDir: prerenderFolder, ssr: true }),
    ...(desk ? [buildWith({ outDir: deskFolder }, 'vite.desk.config.ts')] : []),
  ]);
  await mkdir(join(siteFolder, 'assets'), { recursive: true });
  const fontUrl = await emitAsset(siteFolder, 'archivo.woff2', font);
  const icon = await readFile(join(project, 'client/ui/mark.svg'));
  const iconUrl = await emitAsset(siteFolder, 'mark.svg', icon);
  const assets = { fontUrl, fontCss: fontFaces(fontUrl), iconUrl };
  const { pages, loadAgainScript } = await writePages(workshop, assets);
  await compressAssets(join(siteFolder, 'assets'));
  if (desk) await finishDesk(deskFolder, { ...assets, loadAgainScript });
  await rm(join(siteFolder, '.vite'), { recursive: true });
  if (stamp) writeStamp(join(siteFolder, '.stamp'), stamp);
  await workshop.publish();
  return { pages, elapsedMs: Math.round(performance.now() - startedAt) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [stamp] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const { pages, elapsedMs } = await buildSite(stamp, { desk: !process.argv.includes('--without-desk') });
  console.log(`built ${pages} pages into dist/site in ${(elapsedMs / 1000).toFixed(1)} s`);
}
