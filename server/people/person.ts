/** People of the staff, shown apart to whoever asks what is kept about a person. */
import type { Labelled, PersonSource } from '#server/person-search.ts';
import { anybodyByIds, everybody } from './store.ts';

export const staffPerson: PersonSource = {
  // They are few.
  find: async (db) => (await everybody(db)).map(({ id }) => id),
  async read(db, ids) {
    const people = await anybodyByIds(db, ids);
    return [...people.values()].map(({ id, name, phone, mail, role, created_at: at, removed_at, erased_at }) => {
      const values: Labelled[] = Object.entries({
        Name: name,
        Telephone: phone,
        'E-mail': mail,
        Role: role,
        Removed: removed_at,
      }).flatMap(([label, value]) => (value ? [{ label, value }] : []));
      const about = { kind: 'person', id } as const;
      const base = { kind: 'staff', id, reference: '', at, class: 'account', about } as const;
      return erased_at === null
        ? { ...base, title: name, values, kept: 'staff' as const }
        : { ...base, title: 'Somebody of the staff', values: [], kept: 'erased' as const };
    });
  },
};
