/** The tables for docs/security.md: how long each class and kind of record is kept, and which columns hold something about a person. */
import { legal } from '#brand/legal.ts';
import { keptInWords, recordClasses, recordClassIds, timeInWords } from '#contract/record-classes.ts';
import { retentionMap } from '#server/context/retention-map.ts';
import type { ColumnUse, KindFacts } from '#server/record-kind.ts';
import { tableOf } from './marked-part.ts';

const keptOf = ({ keptFor, class: id, startsAt }: KindFacts): string =>
  `${timeInWords(keptFor ?? legal.retention[id])} after ${startsAt}`;

/** The columns that a kind of record takes, with whether rows are deleted or blanked: `messages` (recipient): blanked. */
function columnsOf(kind: string): string {
  const found = Object.entries(retentionMap.tables).flatMap(([table, columns]) => {
    const uses = Object.entries(columns as Readonly<Record<string, ColumnUse>>);
    const of = uses.flatMap(([column, use]) =>
      typeof use !== 'string' && use.of.includes(kind) ? [{ column, ends: use.ends }] : [],
    );
    const ends = of.some((one) => one.ends === 'delete') ? 'rows deleted' : 'blanked';
    return of.length === 0 ? [] : [`\`${table}\` (${of.map(({ column }) => column).join(', ')}): ${ends}`];
  });
  return found.join('; ');
}

/** The reasons why a person's request does not search some columns, each with its columns. */
function notSought(): [string, string][] {
  const columns = Object.entries(retentionMap.tables).flatMap(([table, uses]) =>
    Object.entries(uses as Readonly<Record<string, ColumnUse>>).flatMap(([column, use]) =>
      typeof use !== 'string' && 'not' in use.sought ? [{ name: `\`${table}.${column}\``, why: use.sought.not }] : [],
    ),
  );
  const reasons = Map.groupBy(columns, ({ why }) => why);
  return [...reasons].map(([why, of]) => [of.map(({ name }) => name).join(', '), why]);
}

/** The tables in Markdown. */
export function retentionTables(): string {
  const { swept, pruned, standing } = retentionMap;
  const classes = tableOf(
    ['Class', 'What it holds', 'Kept for', 'After'],
    recordClassIds.map((id) => {
      const { name, holds, startsAt } = recordClasses[id];
      return [name, holds, keptInWords(id, legal.retention[id]), startsAt];
    }),
  );
  const row = (kept: string, how: string, { name, class: id }: Pick<KindFacts, 'name' | 'class'>) => [
    name,
    recordClasses[id].name,
    kept,
    how,
    columnsOf(name),
  ];
  const kinds = tableOf(
    ['Kind of record', 'Class', 'Kept for', 'By', 'What of it is about people'],
    [
      ...swept.map((kind) => row(keptOf(kind), 'the sweep', kind)),
      ...pruned.map((kind) => row(keptOf(kind), 'each hour', kind)),
      ...standing.map((kind) => row(kind.kept, 'itself', kind)),
    ],
  );
  const apart = tableOf(['A person’s request does not look into', 'Because it is'], notSought());
  return `${classes}\n\n${kinds}\n\n${apart}`;
}
