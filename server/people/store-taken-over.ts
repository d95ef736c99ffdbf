import type { Transaction, Updateable } from 'kysely';
import { permissionsOf } from '#contract/desk/permissions.ts';
import type { Tables } from '#server/database/tables.ts';
import { idsOf } from '#server/rows.ts';
import { defineMadeSince, defineTakenOver } from '#server/taken-over.ts';
import { anybodyByIds, clearMailKey, type ShiftPerson, setOnCall, setShift, updatePerson } from './store.ts';
import type { PersonTable } from './tables.ts';

const people = ['person', 'people'] as const;

/** The columns of a restored person that are as in the replaced database: removal, role, and how they are reached. */
function standingOf(person: ShiftPerson, row: ShiftPerson): Updateable<PersonTable> {
  if (row.removed_at !== null) return { removed_at: row.removed_at, mail_key: person.mail_key };
  // A role that was given to somebody without one is an account, which the backup does not have.
  const role = person.role === null ? null : row.role;
  return { role, phone: row.phone, mail: row.mail, mail_key: row.mail_key };
}

/** Whether they are there: on shift and on call as far as their role is. Whether anything of it changed. */
async function takeDuties(trx: Transaction<Tables>, person: ShiftPerson, row: ShiftPerson): Promise<boolean> {
  const role = person.role === null ? null : row.role;
  const may = (permission: 'ownShift' | 'beOnCall', without: boolean) =>
    role === null ? without : permissionsOf(role).includes(permission);
  const { on_shift_at, shift_decided_at, off_due_at } = row;
  const stays = row.removed_at === null;
  const onShift = stays && may('ownShift', person.role === null);
  await setShift(trx, person.id, {
    shift_decided_at,
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
 * Whoever was removed since a backup stays removed after its restore. A role, how somebody is reached, and whether they are on shift or
 * on call, is as in the replaced database: their mail signs in, and requests are sent where they are.
 */
export const takenOverPeople = defineTakenOver('people', { things: people }, async (trx, rows) => {
  const restored = await anybodyByIds(trx, idsOf(rows));
  const left = rows.flatMap((row) => {
    const person = restored.get(row.id);
    if (!person || person.removed_at !== null) return [];
    const next = standingOf(person, row);
    const isOther = Object.entries(next).some(([name, value]) => value !== person[name as keyof ShiftPerson]);
    return [{ person, row, next, isOther }];
  });
  // Two may have exchanged their addresses, and no two who sign in have the same at any moment.
  for (const { person, isOther } of left) if (isOther) await clearMailKey(trx, person.id);
  let changed = 0;
  for (const { person, row, next, isOther } of left) {
    const otherDuties = await takeDuties(trx, person, row);
    if (isOther) await updatePerson(trx, person, next);
    if (isOther || otherDuties) changed += 1;
  }
  return changed;
});

/** Who was added since a backup, and was not removed. */
export const madePeople = defineMadeSince('people', { things: people }, async (trx, rows) => {
  const known = await anybodyByIds(trx, idsOf(rows));
  return rows.flatMap(({ id, name, removed_at }) => (known.has(id) || removed_at !== null ? [] : [name]));
});
