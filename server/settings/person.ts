/** Finds settings that name a person who asks what is stored about them: recipients of alerts, and notes about lenders. */
import { matchesIn, type PersonItem, type PersonSource } from '#server/person-search.ts';
import { everySetting } from './store.ts';

/** All texts anywhere in a stored value, one on each line. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A setting is stored as JSON, or as a plain word. */
function valuesOf({ name, value }: { readonly name: string; readonly value: string }) {
  const stored: unknown = /^[[{]/.test(value) ? JSON.parse(value) : value;
  return [{ label: name, value: textsIn(stored).join('\n') }];
}

/** All settings are read, because they are few. A person's request erases none. */
export const settingPerson: PersonSource = {
  find: async (db, sought) =>
    (await everySetting(db))
      .filter((setting) => matchesIn({ title: '', values: valuesOf(setting) }, sought).length > 0)
      .map(({ name }) => name),
  read: async (db, ids) =>
    (await everySetting(db))
      .filter(({ name }) => ids.includes(name))
      .map(
        (setting): PersonItem => ({
          kind: 'setting',
          id: setting.name,
          reference: '',
          title: setting.name,
          at: setting.changed_at,
          class: 'account',
          about: { kind: 'setting', id: setting.name },
          values: valuesOf(setting),
          kept: 'setting',
        }),
      ),
};
