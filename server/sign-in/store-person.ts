/** What the sign-in keeps about people of the staff, for whoever of them asks. It reads no secrets. */
import type { Reader } from '#server/database/open.ts';
import type { Labelled } from '#server/person-search.ts';

/** The names of passkeys and devices, and the name that was given with an invitation, by the ids of people. */
export async function signInKeptOf(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Labelled[]>> {
  if (ids.length === 0) return new Map();
  const found = {
    Passkey: db.selectFrom('staff_passkeys').select(['person_id', 'name as value']).where('person_id', 'in', ids),
    'Invitation accepted as': db
      .selectFrom('staff_invitations')
      .select(['person_id', 'accepted_name as value'])
      .where('person_id', 'in', ids),
    'Signed in with': db
      .selectFrom('staff_sessions')
      .select(['person_id', 'device as value'])
      .where('person_id', 'in', ids)
      .unionAll(db.selectFrom('staff_notices').select(['person_id', 'device as value']).where('person_id', 'in', ids)),
  };
  const kept: (Labelled & { readonly person_id: string })[] = [];
  for (const [label, query] of Object.entries(found)) {
    for (const { person_id, value } of await query.execute()) if (value) kept.push({ person_id, label, value });
  }
  return Map.groupBy(kept, ({ person_id }) => person_id);
}
