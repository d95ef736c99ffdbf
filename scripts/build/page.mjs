/** Writes the HTML document of one page: head, inlined styles, script tags and prerendered content. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeText, sharingTags } from './sharing.mjs';

const entryFile = 'client.tsx';

/** JSON that cannot end the script element around it. */
const writeJson = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The built files of `chunk` and of everything it imports statically. */
function filesOf(manifest, name, seen = new Set()) {
  if (seen.has(name)) return { scripts: [], styles: [] };
  seen.add(name);
  const chunk = manifest[name];
  if (!chunk) throw new Error(`${name} is not in the build: a page lies in site/pages under its name`);
  const imported = (chunk.imports ?? []).map((other) => filesOf(manifest, other, seen));
  return {
    scripts: [chunk.file, ...imported.flatMap(({ scripts }) => scripts)],
    styles: [...imported.flatMap(({ styles }) => styles), ...(chunk.css ?? [])],
  };
}

/**
 * The files that a page loads: the entry, its own module, and the styles of both in the order of the cascade. A static page loads
 * no module of its own (`site/app/pages.ts`).
 */
export function filesOfPage(manifest, { name, module, isStatic }) {
  const seen = new Set();
  const entry = filesOf(manifest, entryFile, seen);
  // The manifest has no entry for a module that lies in a file with others (`chunks.ts`). That file has the page's name.
  const shared = Object.keys(manifest).find((key) => manifest[key].name === name);
  const page = filesOf(manifest, manifest[module] ? module : (shared ?? module), seen);
  const [entryScript, ...imported] = entry.scripts;
  return {
    entryScript: `/${entryScript}`,
    preloads: [...imported, ...(isStatic ? [] : page.scripts)].map((file) => `/${file}`),
    entryStyles: entry.styles,
    pageStyles: page.styles,
  };
}

async function readStyles(siteFolder, files) {
  const texts = await Promise.all(files.map((file) => readFile(join(siteFolder, file), 'utf8')));
  return texts.map((text) => text.trim()).join('');
}

/** The document. `page` and `site` come from site/prerender.tsx. */
export async function writePage(siteFolder, page, files, { site, fontUrl, fontCss, iconUrl }) {
  const styleFiles = [...files.entryStyles, ...files.pageStyles];
  const styles = await readStyles(siteFolder, styleFiles);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // iPhones make telephone links of digits, also of an AnyDesk address. The pages link the numbers that are to be called.
    '<meta name="format-detection" content="telephone=no">',
    `<link rel="preload" href="${fontUrl}" as="font" type="font/woff2" crossorigin>`,
    `<script>${page.headScript}</script>`,
    `<title>${escapeText(page.title)}</title>`,
    `<meta name="description" content="${escapeText(page.description)}">`,
    ...(page.hasAddress ? [`<link rel="canonical" href="${page.path}">`] : []),
    ...(page.indexed ? [] : ['<meta name="robots" content="noindex">']),
    `<meta name="theme-color" content="${page.themeColor}">`,
    `<link rel="icon" href="${site.pictures.favicon}" sizes="32x32">`,
    `<link rel="icon" href="${iconUrl}" type="image/svg+xml">`,
    // The inlined styles are those of the named files. An `import()` that needs one of them finds it here and does not load it
    // again. A disabled link would name the file too, but Chromium fetches it, because its preload scanner ignores that a link is
    // disabled.
    `<style data-of="${styleFiles.map((file) => `/${file}`).join(' ')}">${fontCss}${styles}</style>`,
    ...files.preloads.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`),
    `<script type="module" src="${files.entryScript}" fetchpriority="low"></script>`,
    ...sharingTags(page, site),
    `<script type="application/json" id="${page.runtimeBlockId}">${writeJson(page.runtime)}</script>`,
    `<script type="application/json" id="${page.figuresBlockId}">{}</script>`,
  ];
  return `<!doctype html>
<html lang="en" data-page="${page.name}">
<head>
${head.join('\n')}
</head>
<body>
<div id="root">${page.html}</div>
${page.notDrawn}
</body>
</html>
`;
}
