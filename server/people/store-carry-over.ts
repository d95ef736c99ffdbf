import type { Updateable } from 'kysely';
import { permissionsOf } from '#contract/desk/permissions.ts';
import { defineCarryOver, defineMadeSince } from '#server/carry-over.ts';
import type { Trx } from '#server/database/open.ts';
import { idsOf } from '#server/rows.ts';
import { anybodyByIds, clearMailKey, type ShiftPerson, setOnCall, setShift, updatePerson } from './store.ts';
import type { PersonTable } from './tables.ts';

const people = ['person', 'people'] as const;

/** The columns that a restored person gets from the replaced database: removal, role, telephone and mail. */
function standingOf(person: ShiftPerson, row: ShiftPerson): Updateable<PersonTable> {
  if (row.removed_at !== null) return { removed_at: row.removed_at, mail_key: person.mail_key };
  // A role that was given since to a person without one belongs to an account that the backup does not have.
  const role = person.role === null ? null : row.role;
  return { role, phone: row.phone, mail: row.mail, mail_key: row.mail_key };
}

/** Carries over whether a person is on shift and on call, as far as their role may be. Returns whether anything changed. */
async function takeDuties(trx: Trx, person: ShiftPerson, row: ShiftPerson): Promise<boolean> {
  const role = person.role === null ? null : row.role;
  const may = (permission: 'ownShift' | 'beOnCall', without: boolean) =>
    role === null ? without : permissionsOf(role).includes(permission);
  const { on_shift_at, shift_decided_at, off_due_at, switches } = row;
  const stays = row.removed_at === null;
  const onShift = stays && may('ownShift', person.role === null);
  await setShift(trx, person.id, {
    shift_decided_at,
    switches,
    ...(onShift ? { on_shift_at, off_due_at } : { on_shift_at: null, off_due_at: null }),
  });
  const onCallAt = stays && may('beOnCall', false) ? row.on_call_at : null;
  await setOnCall(trx, person.id, onCallAt);
  return (
    (person.on_shift_at !== null) !== (onShift && on_shift_at !== null) ||
    (person.on_call_at !== null) !== (onCallAt !== null)
  );
}

/**
 * After a restore, a person who was removed since the backup stays removed. Roles, addresses, telephones, shifts and on-call duties
 * are those of the replaced database: mail addresses sign in, and requests are sent to the people.
 */
export const carriedOverPeople = defineCarryOver('people', { things: people }, async (trx, rows) => {
  const restored = await anybodyByIds(trx, idsOf(rows));
  const left = rows.flatMap((row) => {
    const person = restored.get(row.id);
    if (!person || person.removed_at !== null) return [];
    const next = standingOf(person, row);
    const isOther = Object.entries(next).some(([name, value]) => value !== person[name as keyof ShiftPerson]);
    return [{ person, row, next, isOther }];
  });
  // Two people may have exchanged their addresses, and no two accounts may have the same address at any moment.
  for (const { person, isOther } of left) if (isOther) await clearMailKey(trx, person.id);
  let changed = 0;
  for (const { person, row, next, isOther } of left) {
    const otherDuties = await takeDuties(trx, person, row);
    if (isOther) await updatePerson(trx, person, next);
    if (isOther || otherDuties) changed += 1;
  }
  return changed;
});

/** The names of people who were added since a backup and not removed. */
export const madePeople = defineMadeSince(
  'people',
  { things: people },
  async (trx, id) => (await anybodyByIds(trx, [id])).get(id),
  ({ name, removed_at }) => (removed_at === null ? name : null),
);
