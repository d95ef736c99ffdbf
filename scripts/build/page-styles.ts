/** How a module that is loaded later arrives with its style sheets, and is tried again after a failure. */
import type { Plugin } from 'vite';

/** The module that Vite imports for the function that wraps every `import()`. */
const preloadHelper = '\0vite/preload-helper.js';

/**
 * Loads the style sheets of a module, unless they are in the document (`page.mjs`), and then the module. Rejects when one of them
 * fails; the next call tries again.
 *
 * A browser remembers a failed module by its address until the page is reloaded (HTML standard, "fetch a single module script"). So
 * each further try uses another address of the same file.
 */
const loader = `
const loads = {};
const failed = {};
const style = (file) => loads[file] ??= new Promise((done, fail) => {
  const href = '/' + file;
  if (document.querySelector('[data-of~="' + href + '"]')) return done();
  const link = document.createElement('link');
  document.head.append(Object.assign(link, {
    rel: 'stylesheet',
    href,
    onload: done,
    onerror: () => {
      loads[file] = undefined;
      link.remove();
      fail(Error(href));
    },
  }));
});
export const __vitePreload = async (load, files) => {
  let file;
  await Promise.all((files || []).map(style));
  try {
    return await load((asked) => (file = asked) + (failed[asked] ??= ''));
  } catch (error) {
    failed[file] += '?';
    throw error;
  }
};
`;

/** The two forms in which the bundler writes an `import()` of a file: alone, and with a selection of its exports. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\(\)=>import\((`\.\/[^`]+`)\)/g, '$=>import($$($1))'],
  [/async\(\)=>\{let(\{[^}]*\})=await import\((`\.\/[^`]+`)\);/g, 'async $=>{let$1=await import($$($2));'],
];

/** Lets the loader choose the address of each `import()` in a chunk. Throws when it finds one in another form. */
export function throughLoader(code: string): string {
  let through = code;
  for (const [shape, instead] of shapes) through = through.replace(shape, instead);
  const [left] = /\bimport\(\s*["'`][^)]*\)/.exec(through) ?? [];
  if (left) throw new Error(`${left} stands in a shape in which a failed load could not be tried again`);
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
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = throughLoader(file.code);
    },
  },
});
