/**
 * What the build compiles JSX into, in place of React's own functions. `<p>{name} has it, since {time}.</p>` becomes one text, not four.
 * A translator merges neighbouring texts into one and takes the others out of the page. What React then writes into those is never
 * seen (docs/decisions/0199-neighbouring-texts-are-one.md).
 */
import { jsxs as make } from 'react/jsx-runtime';

export { Fragment, jsx } from 'react/jsx-runtime';

/**
 * Joins neighbouring texts into the first of them, and leaves null in the place of the others: React recognises the children by their
 * positions, so these must not change.
 */
export function joinTexts(children: unknown[]): void {
  let first = -1;
  children.forEach((child, at) => {
    if (child && typeof child === 'object') first = -1;
    else if (first < 0) first = at;
    else {
      children[first] = [children[first], child].filter((part) => typeof part !== 'boolean').join('');
      children[at] = null;
    }
  });
}

/** Makes an element with several children, which JSX passes in an array of its own. */
export const jsxs: typeof make = (type, props, key) => {
  joinTexts((props as { children: unknown[] }).children);
  return make(type, props, key);
};
