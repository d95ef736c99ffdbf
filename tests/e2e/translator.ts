/** Browsers that translate pages. Chrome puts the words into other nodes than React's; Firefox makes one text of neighbouring ones. */
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

/** Takes the nodes of each paragraph out, also later, and puts them back with the first text in the place of neighbouring ones. */
function translateInPlace(): void {
  const untouched = 'svg, script, style, textarea, select, noscript';
  const isInline = (element: Element) => ['inline', 'none'].includes(getComputedStyle(element).display);
  const isTranslated = (element: Element) => !element.closest(untouched) && element.textContent.trim() !== '';

  function mergeTexts(element: Element): void {
    const nodes = [...element.childNodes];
    for (const node of nodes) node.remove();
    for (const node of nodes) {
      const last = element.lastChild;
      if (node instanceof Text && last instanceof Text) last.data += node.data;
      else if (!(node instanceof Comment)) element.append(node);
      if (node instanceof Element && isTranslated(node)) mergeTexts(node);
    }
  }
  function translateAll(element: Element): void {
    if (!isTranslated(element)) return;
    const children = [...element.children];
    if (children.every(isInline)) mergeTexts(element);
    else children.forEach(translateAll);
  }
  translateAll(document.body);
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const changed = target instanceof Element ? target : target.parentElement;
      if (changed?.isConnected) translateAll(changed);
    }
    // Its own changes are no changes of the page.
    changes.takeRecords();
  });
  changes.observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** Translates the page from now on as Firefox does. The words stay the same, so that a test can read them. */
export const translateAsFirefox = (page: Page): Promise<void> => page.evaluate(translateInPlace);
