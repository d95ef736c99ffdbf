/** A browser that translates pages as Chrome does: it puts the words into other nodes than React's. */
import type { Page } from '@playwright/test';

/** Puts each text, also later ones, into an element of its own. The text nodes that React knows are then no longer in the page. */
function translateDocument(): void {
  const untouched = 'font, script, style, textarea, option, title, noscript, svg';
  const translate = (text: Text) => {
    const parent = text.parentElement;
    if (!parent || text.data.trim() === '' || parent.closest(untouched)) return;
    const translated = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
    translated.append(text.data);
    text.replaceWith(translated);
  };
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  };
  translateAll(document.body);
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter(({ isConnected }) => isConnected);
    for (const node of added) {
      if (node instanceof Text) translate(node);
      else translateAll(node);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

/** Translates the page from now on. The words stay the same, so that a test can read them. */
export const translate = (page: Page): Promise<void> => page.evaluate(translateDocument);
