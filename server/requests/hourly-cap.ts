import type { Transaction } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { countTextsBut } from '#server/outbox/service.ts';
import { untilNow } from '#server/skew.ts';

const hourMs = 60 * 60_000;

/** How many texts this hour still allows. Until the caller's transaction ends, no other writes any. */
export async function textsLeft(
  { dialect }: Pick<Storage, 'dialect'>,
  trx: Transaction<Tables>,
  { perHour }: Pick<Config['sms'], 'perHour'>,
  at: Date,
): Promise<number> {
  await dialect.lock(trx, ['texts of the hour']);
  const sent = await countTextsBut(trx, 'alert', new Date(at.getTime() - hourMs).toISOString(), untilNow(at));
  return Math.max(0, perHour - sent);
}
