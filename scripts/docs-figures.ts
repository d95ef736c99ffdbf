/**
 * Writes how each figure is counted into docs/operating.md, in the words that the desk shows.
 *
 *   npm run docs:figures               writes it
 *   npm run docs:figures -- --check    fails when it is not current
 */
import { definitions } from '#contract/desk/figures.ts';
import { cell, writeOrCheck } from './docs/marked-part.ts';

const rows = Object.values(definitions).map(({ name, counted }) => `| ${cell(name)} | ${cell(counted)} |`);

writeOrCheck(
  {
    file: 'docs/operating.md',
    begin: '<!-- figures: written by npm run docs:figures -->',
    end: '<!-- end of figures -->',
    command: 'npm run docs:figures',
  },
  ['| figure | how it is counted |', '|---|---|', ...rows].join('\n'),
);
