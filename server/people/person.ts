/** Staff members, also removed ones, in a search for what is kept about a person. They are listed apart from other results. */
import type { Reader } from '#server/database/open.ts';
import { type Labelled, labelled, matchesIn, type PersonItem, type PersonSource } from '#server/person-search.ts';
import { idsOf } from '#server/rows.ts';
import { anybodyByIds, everybody, licensedStatesOf, type ShiftPerson } from './store.ts';

/** What another feature keeps about staff members, by their ids. */
type KeptOfStaff = (db: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, readonly Labelled[]>>;

/** Where another feature's history names a staff member, with references to the records. */
type StaffNamed = (db: Reader, person: Pick<ShiftPerson, 'id' | 'name'>) => Promise<readonly Labelled[]>;

interface StaffPersonOptions {
  readonly kept: readonly KeptOfStaff[];
  readonly named: readonly StaffNamed[];
}

const own = (person: ShiftPerson): Labelled[] =>
  labelled({
    Name: person.name,
    Telephone: person.phone,
    'E-mail': person.mail,
    Role: person.role,
    'Licensed in': licensedStatesOf(person).join(', '),
    Removed: person.removed_at,
  });

export function createStaffPerson({ kept, named }: StaffPersonOptions): PersonSource {
  async function keptOf(db: Reader, ids: readonly string[]): Promise<Map<string, Labelled[]>> {
    const all = new Map<string, Labelled[]>(ids.map((id) => [id, []]));
    for (const read of kept) for (const [id, values] of await read(db, ids)) all.get(id)?.push(...values);
    return all;
  }

  return {
    // All staff are read, because they are few. The history is read only for those who are found.
    async find(db, sought) {
      const people = await everybody(db);
      const more = await keptOf(db, idsOf(people));
      return people
        .filter((person) => {
          const values = [...own(person), ...(more.get(person.id) ?? [])];
          return matchesIn({ title: person.name, values }, sought).length > 0;
        })
        .map(({ id }) => id);
    },

    async read(db, ids) {
      const people = await anybodyByIds(db, ids);
      const more = await keptOf(db, [...people.keys()]);
      const items: PersonItem[] = [];
      for (const person of people.values()) {
        const { id, name, created_at: at, erased_at } = person;
        const about = { kind: 'person', id } as const;
        const base = { kind: 'staff', id, reference: '', at, class: 'account', about } as const;
        if (erased_at !== null) items.push({ ...base, title: 'Somebody of the staff', values: [], kept: 'erased' });
        else {
          const places: Labelled[] = [];
          for (const read of named) places.push(...(await read(db, person)));
          items.push({
            ...base,
            title: name,
            values: [...own(person), ...(more.get(id) ?? []), ...places],
            kept: 'staff',
          });
        }
      }
      return items;
    },
  };
}
