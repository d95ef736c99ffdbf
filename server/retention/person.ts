/** Finds legal holds whose reason names a person who asks what is stored about them. */
import { matchesIn, type PersonItem, type PersonSource } from '#server/person-search.ts';
import { everyHold, type Hold } from './store.ts';

const valuesOf = ({ reason, set_at, ended_at }: Hold) => [
  { label: 'Reason', value: reason },
  { label: 'Set', value: set_at },
  ...(ended_at === null ? [] : [{ label: 'Ended', value: ended_at }]),
];

/** All holds are read, because they are few. A person's request erases none: an authority may ask why something was held. */
export const holdPerson: PersonSource = {
  async find(db, sought, limit) {
    const found = (await everyHold(db)).filter(
      (hold) => matchesIn({ title: '', values: valuesOf(hold) }, sought).length > 0,
    );
    return found.slice(0, limit).map(({ id }) => id);
  },
  read: async (db, ids) =>
    (await everyHold(db))
      .filter(({ id }) => ids.includes(id))
      .map(
        (hold): PersonItem => ({
          kind: 'hold',
          id: hold.id,
          reference: '',
          title: `Hold on a ${hold.kind}`,
          at: hold.set_at,
          class: 'account',
          about: { kind: hold.kind, id: hold.subject_id },
          values: valuesOf(hold),
          kept: 'hold',
        }),
      ),
};
