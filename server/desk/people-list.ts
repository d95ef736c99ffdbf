/** The export of people: the same people as the desk's list with the same search, in the order in which they were added. */
import * as z from 'zod/mini';
import { peopleLimits, personFinder } from '#contract/desk/people.ts';
import { columnsOf } from '#server/csv.ts';
import { inSlices, type Storage } from '#server/database/open.ts';
import { defineExporter } from '#server/exports/service.ts';
import { licensedStatesOf, peopleAfter, type ShiftPerson } from '#server/people/service.ts';

async function* rowsOf({ reads }: Pick<Storage, 'reads'>, search: string) {
  const everybody = inSlices<ShiftPerson>(Infinity, (limit, last) => peopleAfter(reads, last, limit));
  const finds = personFinder(search);
  for await (const person of everybody) if (finds(person)) yield person;
}

export const peopleExporter = ({ storage }: { readonly storage: Pick<Storage, 'reads'> }) =>
  defineExporter({
    kind: 'people',
    needs: 'readPeople',
    filter: z.strictObject({ search: z.optional(z.string().check(z.maxLength(peopleLimits.search))) }),
    typed: ['search'],
    columns: {
      ...columnsOf<ShiftPerson>('name', 'role', 'phone', 'mail'),
      licensed_states: (person: ShiftPerson) => licensedStatesOf(person).join(', '),
      ...columnsOf<ShiftPerson>('on_shift_at', 'off_due_at', 'on_call_at', 'created_at'),
    },
    rows: ({ search = '' }) => rowsOf(storage, search),
  });
