/** How a module that is loaded later arrives with its style sheets and its imports, and is tried again after a failure. */
import type { Plugin } from 'vite';
import { type Node, parse, textOf, walk } from '../checks/syntax.ts';

/** The module that Vite imports for the function that wraps every `import()`. */
const preloadHelper = '\0vite/preload-helper.js';

/** Finds the static imports in the text of a built script. The build fails when a script has one that this does not find. */
const staticImport = /(?:from|import)"\.(\/[^"]+)"/g;

/**
 * Loads the style sheets of a module, unless they are in the document (`page.mjs`), and then the module. Rejects when one file
 * fails; the next call tries again.
 *
 * Firefox, and Chromium before version 156, remember a module that could not be fetched until the page is reloaded. So a module and
 * everything that it imports is fetched into the browser's cache first, and imported only when all of it has come.
 */
const loader = `
const loads = {};
const failed = {};
const once = (href, load) => loads[href] ??=
  document.querySelector('[href="' + href + '"],[src="' + href + '"],[data-of~="' + href + '"]') ||
  load(href).catch((error) => {
    loads[href] = undefined;
    throw error;
  });
const style = (href) => new Promise((done, fail) => {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, {
    rel: 'stylesheet',
    href,
    onload: done,
    onerror: () => {
      link.remove();
      fail(Error(href));
    },
  }));
});
const scripts = async (href) => {
  const response = await fetch(href);
  if (!response.ok) throw Error(href);
  const text = await response.text();
  await Promise.all([...text.matchAll(${staticImport})].map(([, file]) => once('/assets' + file, scripts)));
};
const script = async (file) => {
  await once('/assets' + file.slice(1), scripts);
  return import(file + (failed[file] ??= '')).catch((error) => {
    failed[file] += '?';
    throw error;
  });
};
export const __vitePreload = async (load, files) => {
  await Promise.all((files || []).map((file) => once('/' + file, style)));
  return load(script);
};
`;

type Placed = Node & { readonly start: number; readonly end: number };

/**
 * Lets the loader take the place of each `import()` in a built script. All scripts are in one folder, so a relative address means the
 * same file to the loader.
 *
 * @throws when an `import()` is not in an arrow function without parameters, or the loader would overlook a static import
 */
export function throughLoader(name: string, code: string): string {
  const functions: Placed[] = [];
  const edits: { readonly at: number; readonly until: number; readonly text: string }[] = [];
  const imported: string[] = [];
  walk(parse(name, code), (node) => {
    const { start, end } = node as Placed;
    if (node.type === 'ArrowFunctionExpression') functions.push(node as Placed);
    const source = node['source'] as Placed | null | undefined;
    const file = textOf(source);
    if (!file || !source) return;
    if (node.type !== 'ImportExpression') return imported.push(file);
    const around = functions.findLast((one) => one.start < start && end <= one.end);
    const [head, async] = /^(async)?\(\)=>/.exec(code.slice(around?.start)) ?? [];
    if (!around || !head) throw new Error(`${name}: the loader cannot fetch ${file} first`);
    edits.push({ at: around.start, until: around.start + head.length, text: async ? 'async $=>' : '$=>' });
    edits.push({ at: start, until: start + 'import'.length, text: '$' });
  });
  const found = [...code.matchAll(staticImport)].map(([, file]) => `.${file}`);
  if (found.join() !== imported.join()) throw new Error(`${name}: the loader finds other imports than the parser`);
  let through = code;
  for (const { at, until, text } of edits.toReversed()) through = through.slice(0, at) + text + through.slice(until);
  return through;
}

/**
 * Replaces Vite's loader with a much smaller one, because every page carries it. Vite's also preloads scripts, which this site
 * switches off, and supports nonces.
 */
export const pageStyles = (): Plugin => ({
  name: 'page-styles',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  load: (id) => (id === preloadHelper ? loader : null),
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = throughLoader(file.fileName, file.code);
    },
  },
});
