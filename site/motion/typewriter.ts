import { timings } from '#contract/timings.ts';

/** How many characters are visible `elapsedMs` after typing began (S9). */
export const typedCharacters = (elapsedMs: number, total: number): number =>
  Math.min(total, Math.floor(Math.max(0, elapsedMs) / timings.typewriterPerCharacterMs));

const highlightName = 'untyped';

/** Whether the browser can hide a part of a text without a change of the document. If not, the whole text is shown at once. */
const canHide = (): boolean => 'highlights' in CSS;

/** Puts the caret behind a character of the text. At rest it stands behind the last one. */
function placeCaret(caret: HTMLElement, text: Text, typed: number): void {
  caret.style.translate = '';
  if (typed >= text.length) return;
  const character = document.createRange();
  character.setStart(text, Math.max(0, typed - 1));
  character.setEnd(text, Math.max(1, typed));
  const there = character.getBoundingClientRect();
  const home = caret.getBoundingClientRect();
  const x = (typed === 0 ? there.left : there.right) - home.left;
  caret.style.translate = `${x}px ${there.top - home.top}px`;
}

/**
 * Types a text that is already in the page. A highlight (CSS Custom Highlight API) makes the rest of the text transparent. So the
 * layout never changes, and screen readers and crawlers always have the whole text.
 *
 * @returns a function that stops the typing and shows the whole text
 */
export function typeOut(text: Text, caret: HTMLElement): () => void {
  const { dataset } = document.documentElement;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || !canHide()) {
    delete dataset['typing'];
    return () => undefined;
  }
  const untyped = document.createRange();
  untyped.selectNodeContents(text);
  CSS.highlights.set(highlightName, new Highlight(untyped));
  dataset['typing'] = 'typing';
  const startedAt = performance.now();
  let frame = 0;

  const stop = () => {
    cancelAnimationFrame(frame);
    CSS.highlights.delete(highlightName);
    caret.style.translate = '';
    delete dataset['typing'];
  };
  const type = () => {
    const typed = typedCharacters(performance.now() - startedAt, text.length);
    if (typed >= text.length) return stop();
    untyped.setStart(text, typed);
    placeCaret(caret, text, typed);
    frame = requestAnimationFrame(type);
  };
  type();
  return stop;
}
