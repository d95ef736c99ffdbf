/** How a page that is loaded later gets its style sheets. */
import type { Plugin } from 'vite';

/** The name under which Vite asks for the function that it puts around every `import()`. */
const preloadHelper = '\0vite/preload-helper.js';

/**
 * Loads the style sheets of a module, unless they stand in the document (`page.mjs`), and then the module. Rejects when one of them does not come;
 * the next call tries again.
 */
const loader = `
const loads = {};
const style = (file) => loads[file] ??= new Promise((done, fail) => {
  const href = '/' + file;
  if (document.querySelector('[data-of~="' + href + '"]')) return done();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  link.onload = done;
  link.onerror = () => {
    loads[file] = undefined;
    link.remove();
    fail(Error(href));
  };
  document.head.append(link);
});
export const __vitePreload = (load, files) => Promise.all((files || []).map(style)).then(load);
`;

/**
 * Puts a small loader in the place of Vite's, which is several times as long: it also loads scripts ahead, which this site does
 * not let it do, and knows nonces. Every page carries it.
 */
export const pageStyles = (): Plugin => ({
  name: 'page-styles',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (id === preloadHelper ? loader : null),
});
