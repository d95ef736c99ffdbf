/**
 * Builds the site into dist/site: one HTML file per page, hashed assets, and compressed siblings of the assets. HTML is
 * not compressed here, because the server writes its runtime settings into it when it starts.
 *
 *   node scripts/build.mjs
 *
 * Runs on Node 20 and newer.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { emitAsset } from './build/assets.mjs';
import { compressAssets } from './build/compress.mjs';
import { fontFaces, subsetArchivo } from './build/font.mjs';
import { filesOfPage, writePage } from './build/page.mjs';
import { manifestPath } from './build/sharing.mjs';

const project = join(dirname(fileURLToPath(import.meta.url)), '..');

const output = join(project, 'dist');
const unfinished = '.unfinished-';

/**
 * A folder of this build's own. The site comes into its place when it is whole: what a killed build left behind, and its
 * processes that may still write, are in nobody's way.
 */
async function openWorkshop() {
  await mkdir(output, { recursive: true });
  const left = (await readdir(output)).filter((name) => name.startsWith(unfinished));
  await Promise.all(left.map((name) => rm(join(output, name), { recursive: true, force: true })));
  const folder = join(output, `${unfinished}${process.pid}`);
  return { folder, siteFolder: join(folder, 'site'), prerenderFolder: join(folder, 'prerender') };
}

const buildWith = (options) =>
  build({
    configFile: join(project, 'vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
    build: { ...options, emptyOutDir: false },
  });

/** Renders every page of the page table and writes it where the server looks for it. */
async function writePages({ siteFolder, prerenderFolder }, assets) {
  const { pageNames, prerenderPage, describeSite } = await import(
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
  return pageNames.length;
}

/** Builds everything from an empty folder. Returns what was made. */
export async function buildSite() {
  const startedAt = performance.now();
  // Vite reads it to choose React's production build, whatever the caller's environment says.
  process.env.NODE_ENV = 'production';
  const workshop = await openWorkshop();
  const { folder, siteFolder, prerenderFolder } = workshop;
  const [font] = await Promise.all([
    subsetArchivo(),
    buildWith({ outDir: siteFolder }),
    buildWith({ outDir: prerenderFolder, ssr: true }),
  ]);
  await mkdir(join(siteFolder, 'assets'), { recursive: true });
  const fontUrl = await emitAsset(siteFolder, 'archivo.woff2', font);
  const icon = await readFile(join(project, 'site/ui/mark.svg'));
  const iconUrl = await emitAsset(siteFolder, 'mark.svg', icon);
  const pages = await writePages(workshop, { fontUrl, fontCss: fontFaces(fontUrl), iconUrl });
  await compressAssets(join(siteFolder, 'assets'));
  await rm(join(siteFolder, '.vite'), { recursive: true });
  await rm(join(output, 'site'), { recursive: true, force: true });
  await rename(siteFolder, join(output, 'site'));
  await rm(folder, { recursive: true });
  return { pages, elapsedMs: Math.round(performance.now() - startedAt) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { pages, elapsedMs } = await buildSite();
  console.log(`built ${pages} pages into dist/site in ${(elapsedMs / 1000).toFixed(1)} s`);
}
