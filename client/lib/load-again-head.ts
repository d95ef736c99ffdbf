import { headScript } from './head-script.ts';
import { missingEvent } from './load-again.ts';

/**
 * Loads the page again when its document or its script arrived only in part, because a server was killed or a proxy cut it off. The
 * source text of this function is put inline into the document's head. Therefore it uses nothing but its parameters.
 *
 * First it fetches the document and its scripts past the browser's cache, which may hold half a file for a year. It loads the page
 * again when all of them have come, unless somebody has typed. A form works without its script.
 *
 * @param triesKey the key in the session's storage that counts the loads, so that a page whose script is blocked waits longer each time
 * @param failedEvent the event with which the entry says that it cannot load the page's module
 */
export function loadAgainWhenCut(window: Window & typeof globalThis, triesKey: string, failedEvent: string): void {
  const { document, location } = window;
  // The wait before the first try to fetch what failed, in milliseconds.
  const firstMs = 1000;
  // The longest wait before a later one.
  const longestMs = 60_000;
  // A document to which nothing is added for so long was cut off.
  const stillMs = 10_000;
  let isTyped = false;
  let isTrying = false;
  let isWhole = false;
  let isWithoutScript = false;
  let elements = 0;

  // How often this tab has loaded a page again. Throws where storage is refused: nobody could count then.
  const tries = () => Number(window.sessionStorage.getItem(triesKey));

  async function fetchWhole(address: string): Promise<void> {
    const response = await window.fetch(address, { cache: 'reload' });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(address);
  }

  async function tryAgain(waitMs: number): Promise<void> {
    const files = document.querySelectorAll<HTMLLinkElement & HTMLScriptElement>('[rel=modulepreload],script[src]');
    try {
      await Promise.all([location.href, ...Array.from(files, ({ href, src }) => href || src)].map(fetchWhole));
      // A document that was only slow may be whole by now.
      if (isTyped || (isWhole && !isWithoutScript)) return;
      window.sessionStorage.setItem(triesKey, String(tries() + 1));
      location.reload();
    } catch {
      tryLater(Math.min(waitMs * 4, longestMs));
    }
  }

  function tryLater(waitMs: number): void {
    window.setTimeout(() => void tryAgain(waitMs), waitMs);
  }

  function begin(): void {
    if (isTrying) return;
    isTrying = true;
    try {
      tryLater(firstMs * 4 ** tries());
    } catch {
      // Without storage the page stays as it is.
    }
  }

  function missScript(): void {
    isWithoutScript = true;
    begin();
  }

  // A script that did not come, or whose text is cut: until the page has loaded, no other code throws a syntax error.
  function hearError({ target, error }: ErrorEvent): void {
    if (error instanceof window.SyntaxError || (target as Partial<Element>).tagName === 'SCRIPT') missScript();
  }

  // A browser does not say that a document was cut off. Its parser then stands still, and no script that waits for it runs.
  const watch = window.setInterval(() => {
    const now = document.getElementsByTagName('*').length;
    if (now === elements) begin();
    elements = now;
  }, stillMs);
  // Not `DOMContentLoaded`, which waits for the scripts.
  document.addEventListener('readystatechange', () => {
    window.clearInterval(watch);
    // The document has a line end after its content.
    isWhole = Boolean(document.getElementById('root')?.nextSibling);
    if (!isWhole) begin();
  });
  window.addEventListener('input', () => {
    isTyped = true;
  });
  window.addEventListener('error', hearError, true);
  window.addEventListener('load', () => window.removeEventListener('error', hearError, true));
  window.addEventListener(failedEvent, missScript);
}

/** The script in the head of every page, of the site and of the desk. */
export const loadAgainScript = headScript(loadAgainWhenCut, 'boxline.loaded-again', missingEvent);
