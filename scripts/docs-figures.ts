/**
 * Writes how each figure is counted into docs/operating.md, in the words that the desk shows.
 *
 *   npm run docs:figures               writes it
 *   npm run docs:figures -- --check    fails when it is not current
 */
import { definitions } from '#contract/desk/figures.ts';
import { tableOf, writeOrCheck } from './docs/marked-part.ts';

const rows = Object.values(definitions).map(({ name, counted }) => [name, counted]);

writeOrCheck({ file: 'docs/operating.md', name: 'figures' }, tableOf(['figure', 'how it is counted'], rows));
