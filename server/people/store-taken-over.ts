import { permissionsOf } from '#contract/desk/permissions.ts';
import { defineTakenOver } from '#server/taken-over.ts';
import { anybodyByIds, setOnCall, setShift, updatePerson } from './store.ts';

/** Whoever was removed since a backup stays removed after its restore, and a role is what it was changed to. */
export const takenOverPeople = defineTakenOver('people', async (trx, rows) => {
  const restored = await anybodyByIds(
    trx,
    rows.map(({ id }) => id),
  );
  let changed = 0;
  for (const { id, role, removed_at } of rows) {
    const person = restored.get(id);
    if (!person || person.removed_at !== null) continue;
    const off = { on_shift_at: null, off_due_at: null };
    if (removed_at !== null) {
      await updatePerson(trx, person, { removed_at, on_call_at: null });
      await setShift(trx, id, off);
    } else if (person.role !== null && person.role !== role) {
      await updatePerson(trx, person, { role });
      if (role !== null && !permissionsOf(role).includes('ownShift')) await setShift(trx, id, off);
      if (role === null || !permissionsOf(role).includes('beOnCall')) await setOnCall(trx, id, null);
    } else continue;
    changed += 1;
  }
  return changed;
});
