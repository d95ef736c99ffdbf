/** The jacket checklist: its items, and who ticked them. */
import type { JacketItem } from '#contract/desk/board.ts';
import type { JacketTick } from '#contract/desk/record-schemas.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import { jacketOf as storedJacket } from '#server/settings/service.ts';
import type { PersonActing } from './actor.ts';
import { record } from './store.ts';
import { deleteTick, insertTick, type RequestTick } from './store-deals.ts';

/** The items of a jacket as the operator stored them, else the standard ones. */
export const jacketItems = async (db: Reader): Promise<readonly JacketItem[]> => (await storedJacket(db)).items;

/** Every item with its tick. A ticked item keeps the label that it had when it was ticked. A ticked item that was removed comes last. */
export function jacketOf(items: readonly JacketItem[], ticks: readonly RequestTick[]): JacketTick[] {
  const byItem = new Map(ticks.map((tick) => [tick.item, tick]));
  const gone = ticks.filter(({ item }) => !items.some((one) => one.item === item));
  return [...items, ...gone].map(({ item, label }) => {
    const tick = byItem.get(item);
    return { item, label: tick?.label ?? label, tickedAt: tick?.ticked_at ?? null, tickedBy: tick?.ticked_by ?? null };
  });
}

/** `same`: the item was ticked, or not ticked, already. The first tick keeps its time and its person. */
type TickOutcome = 'written' | 'same' | 'unknown-item';

/** Ticks an item or takes its tick away, in the caller's transaction, which has locked the request (`lockRequest`). */
export async function writeTick(
  trx: Trx,
  requestId: string,
  { item, ticked }: { readonly item: string; readonly ticked: boolean },
  person: PersonActing,
  at: Date,
): Promise<TickOutcome> {
  const time = at.toISOString();
  if (ticked) {
    const known = (await jacketItems(trx)).find((one) => one.item === item);
    if (!known) return 'unknown-item';
    const by = { ticked_at: time, ticked_by: person.name, person_id: person.personId };
    if (!(await insertTick(trx, { request_id: requestId, item, label: known.label, ...by }))) return 'same';
  } else if (!(await deleteTick(trx, requestId, item))) {
    return 'same';
  }
  const detail = `${person.name}: ${item} ${ticked ? 'ticked' : 'not ticked'}`;
  await record(trx, requestId, { kind: 'jacket', at: time, detail });
  return 'written';
}
