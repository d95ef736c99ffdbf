/** The queries for requests and calls that name a person. */
import type { Reader } from '#server/database/open.ts';

/**
 * The references of requests that name a person of the staff, the newest first: the person was asked, accepted, gave the request away,
 * was handed it, or ticked an item. It reads whole tables, so it is only for the rare question of what is kept about a person, on the
 * connection that does not hold up the public site.
 */
export async function requestsNaming(
  db: Reader,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<string[]> {
  const asked = db
    .selectFrom('agent_links')
    .select('request_id')
    .where(({ or, eb }) => or([eb('person_id', '=', id), eb('name', '=', name)]));
  const ticked = db
    .selectFrom('request_ticks')
    .select('request_id')
    .where(({ or, eb }) => or([eb('person_id', '=', id), eb('ticked_by', '=', name)]));
  const handedOff = db
    .selectFrom('request_hand_offs')
    .select('request_id')
    .where(({ or, eb }) => or([eb('from_name', '=', name), eb('to_name', '=', name)]));
  const rows = await db
    .selectFrom('agent_requests')
    .select('reference')
    .where('erased_at', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('id', 'in', asked),
        eb('id', 'in', ticked),
        eb('id', 'in', handedOff),
        eb('accepted_by', '=', name),
        eb('handed_back_by', '=', name),
        eb('waits_for', '=', name),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ reference }) => reference);
}

/** The references of calls that somebody logged, the newest first. */
export async function callsNaming(
  db: Reader,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('calls')
    .select('reference')
    .where('erased_at', 'is', null)
    .where(({ or, eb }) => or([eb('person_id', '=', id), eb('logged_by', '=', name)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ reference }) => reference);
}
