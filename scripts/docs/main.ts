/**
 * Writes the tables of the documents from the code that they describe.
 *
 *     node scripts/docs/main.ts            fails when one is not current
 *     node scripts/docs/main.ts --write    writes them (npm run docs)
 */
import { readdirSync, readFileSync } from 'node:fs';
import { definitions } from '#contract/desk/figures.ts';
import { outcomes } from '#server/backup/restore-outcomes.ts';
import { groups } from '#server/config/variables.ts';
import { configTables } from './config.ts';
import { checkOrWrite, tableOf } from './marked-part.ts';
import { retentionTables } from './retention.ts';
import { roleTables } from './roles.ts';

const restoreTable = tableOf(
  ['somebody has, since the backup,', 'with `--replaces`', 'without it'],
  Object.values(outcomes).map(({ done, replacing, alone }) => [done, replacing, alone]),
);
const figureTable = tableOf(
  ['figure', 'how it is counted'],
  Object.values(definitions).map(({ name, counted }) => [name, counted]),
);
const records = readdirSync('docs/decisions').filter((name) => /^\d/.test(name));
const titleOf = (name: string) => readFileSync(`docs/decisions/${name}`, 'utf8').split('\n', 1).join('').slice(2);
const recordList = records.sort().map((name) => `- [${titleOf(name)}](${name})`);

checkOrWrite({ file: 'docs/decisions/README.md', name: 'records' }, recordList.join('\n'));
checkOrWrite({ file: 'docs/operating.md', name: 'config' }, configTables(groups));
checkOrWrite({ file: 'docs/operating.md', name: 'restore' }, restoreTable);
checkOrWrite({ file: 'docs/operating.md', name: 'figures' }, figureTable);
checkOrWrite({ file: 'docs/security.md', name: 'roles' }, await roleTables());
checkOrWrite({ file: 'docs/security.md', name: 'retention' }, retentionTables());
