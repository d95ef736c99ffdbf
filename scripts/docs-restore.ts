/**
 * Writes into docs/operating.md what a restore does with what people did since the backup.
 *
 *     npm run docs:restore               writes it
 *     npm run docs:restore -- --check    fails when it is not current
 */
import { lines } from '#server/backup/after-a-restore.ts';
import { tableOf, writeOrCheck } from './docs/marked-part.ts';

const head = ['somebody has, since the backup,', 'with `--replaces`', 'without it'];
const rows = Object.values(lines).map(({ done, replacing, alone }) => [done, replacing, alone]);

writeOrCheck({ file: 'docs/operating.md', name: 'restore' }, tableOf(head, rows));
