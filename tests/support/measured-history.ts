/** A history of 90 days for the tests of measured figures: when servers answered, who was available, and requests. */
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import type { Random } from './random.ts';

export const minuteMs = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();

interface HistoryOptions {
  readonly storage: Storage;
  readonly random: Random;
  /** Both at a full minute. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly replicas: number;
}

/**
 * Stores the spans in which servers were up. They restart now and then, with gaps of whole minutes, and once all are down for 37
 * minutes.
 */
export async function seedAnswers({ storage, random, fromMs, toMs, replicas }: HistoryOptions): Promise<void> {
  const outageMs = fromMs + Math.floor((toMs - fromMs) / 2 / minuteMs) * minuteMs;
  const overMs = outageMs + 37 * minuteMs;
  for (let replica = 0; replica < replicas; replica += 1) {
    for (let at = fromMs + replica * 7 * minuteMs; at < toMs; ) {
      const wanted = Math.min(at + random.between(600, 9000) * minuteMs, toMs);
      const end = at < outageMs ? Math.min(wanted, outageMs) : wanted;
      await storage.db
        .insertInto('up_spans')
        .values({ id: mintId(), started_at: iso(at), seen_at: iso(end) })
        .execute();
      at = end + (random.chance(0.2) ? random.between(60, 2000) : random.between(1, 3)) * minuteMs;
      if (at > outageMs && at < overMs) at = overMs;
    }
  }
}

/** Stores presences that change at full minutes. */
export async function seedPresence(
  { storage, random, fromMs, toMs }: HistoryOptions,
  personIds: readonly string[],
): Promise<void> {
  const rows: { person_id: string; state: 'available' | 'away' | 'in-deal'; at: string; cause: 'person' }[] = [];
  for (const person_id of personIds) {
    for (let at = fromMs; at < toMs; at += random.between(30, 900) * minuteMs)
      rows.push({
        person_id,
        state: random.pick(['available', 'away', 'in-deal'] as const),
        at: iso(at),
        cause: 'person',
      });
  }
  rows.sort((one, other) => (one.at < other.at ? -1 : 1));
  for (let at = 0; at < rows.length; at += 400)
    await storage.db
      .insertInto('presence_changes')
      .values(rows.slice(at, at + 400))
      .execute();
}

/** Stores requests of a dealership: most are accepted, most of those are connected, and some are tests. */
export async function seedRequests(
  { storage, random, fromMs, toMs }: HistoryOptions,
  { count, connectMs }: { readonly count: number; readonly connectMs: (random: Random) => number },
): Promise<void> {
  const { db } = storage;
  const { id: dealership_id } = await db.selectFrom('dealerships').select('id').executeTakeFirstOrThrow();
  const { id: code_id } = await db.selectFrom('access_codes').select('id').executeTakeFirstOrThrow();
  for (let n = 0; n < count; n += 1) {
    const asked = fromMs + Math.floor(random.next() * (toMs - fromMs));
    const accepted = random.chance(0.9) ? asked + random.between(800, 40_000) : null;
    const connected = accepted !== null && random.chance(0.9) ? accepted + connectMs(random) : null;
    const isTest = random.chance(0.1);
    await db
      .insertInto('agent_requests')
      .values({
        id: mintId(),
        version: 1,
        code_id,
        dealership_id,
        dealership_name: 'A store',
        sms_status: 'going',
        request_type: 'active_deal',
        additional_info: '',
        fingerprint: mintId(),
        reference: mintId(),
        created_at: iso(asked),
        expires_at: iso(asked + 15 * minuteMs),
        first_accepted_at: accepted === null ? null : iso(accepted),
        first_connected_at: connected === null ? null : iso(connected),
        missed_at: accepted === null ? iso(asked + 15 * minuteMs) : null,
        ended_at: iso(asked + 60 * minuteMs),
        outcome: accepted === null ? 'expired' : 'done',
        disposition: accepted === null ? null : isTest ? 'test' : 'help_only',
      })
      .execute();
  }
}
