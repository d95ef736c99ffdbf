import { defineCarryOver } from '#server/carry-over.ts';
import { allPeople } from '#server/people/service.ts';
import { idsOf } from '#server/rows.ts';
import { findPresence, noteShift, putPresence } from './store.ts';

/**
 * After a restore, carries over the presences of the replaced database, so that a person who went away since the backup is not rung. No
 * request runs after a restore, so a person who was in a deal gets wrap-up.
 */
export const carriedOverPresence = defineCarryOver(
  'presence',
  { things: ['presence', 'presences'] },
  async (trx, rows, { at }) => {
    const people = new Set(idsOf(await allPeople(trx)));
    let changed = 0;
    for (const { person_id, shift_at, ...row } of rows) {
      if (!people.has(person_id)) continue;
      const state = row.state === 'in-deal' ? 'wrap-up' : row.state;
      const before = await findPresence(trx, person_id);
      if (before?.state === state) {
        await noteShift(trx, person_id, shift_at);
        continue;
      }
      await putPresence(trx, { person_id, state, at, shift_at, cause: 'person' });
      changed += 1;
    }
    return changed;
  },
);
