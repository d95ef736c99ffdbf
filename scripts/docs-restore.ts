/**
 * Writes into docs/operating.md what a restore does with what people did since the backup.
 *
 *     npm run docs:restore               writes it
 *     npm run docs:restore -- --check    fails when it is not current
 */
import { lines } from '#server/backup/after-a-restore.ts';
import { cell, writeOrCheck } from './docs/marked-part.ts';

const rows = Object.values(lines).map(
  ({ done, replacing, alone }) => `| ${cell(done)} | ${cell(replacing)} | ${cell(alone)} |`,
);

writeOrCheck(
  {
    file: 'docs/operating.md',
    begin: '<!-- restore: written by npm run docs:restore -->',
    end: '<!-- end of restore -->',
    command: 'npm run docs:restore',
  },
  ['| somebody has, since the backup, | with `--replaces` | without it |', '|---|---|---|', ...rows].join('\n'),
);
