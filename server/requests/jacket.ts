/** The jacket checklist: its items, and who ticked them. */
import type { JacketItem } from '#contract/desk/board.ts';
import type { JacketTick } from '#contract/desk/record-schemas.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import { jacketOf as storedJacket } from '#server/settings/service.ts';
import type { PersonActing } from './actor.ts';
import { eventsOf, record } from './store.ts';
import { deleteTick, insertTick, type RequestTick, ticksOf } from './store-deals.ts';

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

export interface TickInput {
  readonly item: string;
  readonly ticked: boolean;
  /** The version of the request that the page showed; undefined when the page did not say it. */
  readonly seen?: number | undefined;
}

/**
 * `same`: the item was ticked, or not ticked, already. The first tick keeps its time and its person. `changed`: the item was changed
 * after what the page showed.
 */
type TickOutcome = 'written' | 'same' | 'changed' | 'unknown-item';

/** What an event of the jacket says after the name of its person. */
const endOfDetail = (item: string, ticked: boolean): string => `: ${item} ${ticked ? 'ticked' : 'not ticked'}`;

/** Whether an item was ticked, or its tick taken away, after a version of the request. */
async function isChangedSince(trx: Trx, requestId: string, item: string, version: number): Promise<boolean> {
  const ends = [endOfDetail(item, true), endOfDetail(item, false)];
  return (await eventsOf(trx, requestId)).some(
    ({ kind, seq, detail }) => kind === 'jacket' && seq > version && ends.some((end) => detail?.endsWith(end)),
  );
}

/** Ticks an item or takes its tick away, in the caller's transaction, which has locked the request (`lockRequest`). */
export async function writeTick(
  trx: Trx,
  requestId: string,
  { item, ticked, seen }: TickInput,
  person: PersonActing,
  at: Date,
): Promise<TickOutcome> {
  const time = at.toISOString();
  const known = ticked ? (await jacketItems(trx)).find((one) => one.item === item) : undefined;
  if (ticked && !known) return 'unknown-item';
  if ((await ticksOf(trx, requestId)).some((tick) => tick.item === item) === ticked) return 'same';
  if (seen !== undefined && (await isChangedSince(trx, requestId, item, seen))) return 'changed';
  if (known) {
    const by = { ticked_at: time, ticked_by: person.name, person_id: person.personId };
    await insertTick(trx, { request_id: requestId, item, label: known.label, ...by });
  } else await deleteTick(trx, requestId, item);
  const detail = `${person.name}${endOfDetail(item, ticked)}`;
  await record(trx, requestId, { kind: 'jacket', at: time, detail });
  return 'written';
}
