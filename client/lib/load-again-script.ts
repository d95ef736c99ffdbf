import { missingEvent } from './load-again.ts';
import { loadAgainWhenCut } from './load-again-head.ts';

const waits = { firstMs: 1000, longestMs: 60_000, stillMs: 10_000 };
const parameters = ['boxline.loaded-again', missingEvent, waits].map((parameter) => JSON.stringify(parameter));

/** The script that stands inline in the head of every page, of the site and of the desk. Only the build needs it. */
export const loadAgainScript = `(${loadAgainWhenCut.toString().replace(/\n\s*/g, '\n')})(window,${parameters.join(',')})`;
