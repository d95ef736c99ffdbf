/** How a file that is loaded later comes, with its style sheets, and comes again after it failed. */
import type { Plugin } from 'vite';

/** The name under which Vite asks for the function that it puts around every `import()`. */
const preloadHelper = '\0vite/preload-helper.js';

/**
 * Loads the style sheets of a module, unless they stand in the document (`page.mjs`), and then the module. Rejects when one of
 * them does not come; the next call tries again.
 *
 * A browser keeps that a module could not be fetched, for its address, until the page is loaded anew (HTML standard, "fetch a
 * single module script"). So each further try asks for another address of the same file.
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

/** The two shapes in which the bundler leaves an `import()` of a file: alone, and with what is taken of the module. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\(\)=>import\((`\.\/[^`]+`)\)/g, '$=>import($$($1))'],
  [/async\(\)=>\{let(\{[^}]*\})=await import\((`\.\/[^`]+`)\);/g, 'async $=>{let$1=await import($$($2));'],
];

/** Lets the loader say under which address each `import()` of a chunk asks. Fails when it finds one in another shape. */
export function throughLoader(code: string): string {
  let through = code;
  for (const [shape, instead] of shapes) through = through.replace(shape, instead);
  const [left] = /\bimport\(\s*["'`][^)]*\)/.exec(through) ?? [];
  if (left) throw new Error(`${left} stands in a shape in which a failed load could not be tried again`);
  return through;
}

/**
 * Puts a small loader in the place of Vite's, which is several times as long: it also loads scripts ahead, which this site does
 * not let it do, and knows nonces. Every page carries it.
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
