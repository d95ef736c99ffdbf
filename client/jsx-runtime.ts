/**
 * What the build compiles JSX into, in the place of React's own. `<p>{name} has it, since {time}.</p>` becomes one text, not four.
 * A translator makes one text of neighbouring texts, and takes the others out of the page. What React writes into those is never
 * seen (docs/decisions/0199-neighbouring-texts-are-one.md).
 */
import { jsxs as make } from 'react/jsx-runtime';

export { Fragment, jsx } from 'react/jsx-runtime';

/** Puts neighbouring texts together in the first one's place. What follows stays in its place, by which React knows it again. */
export function joinTexts(children: unknown[]): void {
  let place = -1;
  children.forEach((child, at) => {
    if (child && typeof child === 'object') place = -1;
    else if (place < 0) place = at;
    else {
      children[place] = [children[place], child].filter((part) => typeof part !== 'boolean').join('');
      children[at] = null;
    }
  });
}

/** Makes an element with several children, which JSX passes in an array of its own. */
export const jsxs: typeof make = (type, props, key) => {
  joinTexts((props as { children: unknown[] }).children);
  return make(type, props, key);
};
