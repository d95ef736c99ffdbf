import { timings } from '#contract/timings.ts';
import { beginSplash } from './splash-head.ts';

const overdueMs = timings.splashDoneMs + 2000;

/** The script that stands inline in the head of a page that opens with the splash. Only the prerender step needs it. */
export const splashScript = `(${beginSplash.toString().replace(/\n\s*/g, '\n')})(window,"boxline.splash",${overdueMs})`;
