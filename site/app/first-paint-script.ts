import { hastenFirstPaint } from './first-paint-head.ts';

/** More than a round trip on 4G, less than one on 3G. */
const slowMs = 200;

/** The script that stands inline in the head of every page. Only the prerender step needs it. */
export const firstPaintScript = `(${hastenFirstPaint.toString().replace(/\n\s*/g, '\n')})(window,${slowMs})`;
