/** The same as `jsx-runtime.ts` for what is not built: development, and the tests of components. */
import { jsxDEV as make } from 'react/jsx-dev-runtime';
import { joinTexts } from './jsx-runtime.ts';

export { Fragment } from 'react/jsx-dev-runtime';

/** Makes an element with any number of children. */
export const jsxDEV: typeof make = (type, props, key, isStatic, ...from) => {
  if (isStatic) joinTexts((props as { children: unknown[] }).children);
  return make(type, props, key, isStatic, ...from);
};
