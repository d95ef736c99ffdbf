/**
 * Counts the measured figures in a second, independent way: minute by minute, with days by `Intl`. For histories in which
 * everything except requests begins and ends at full minutes.
 */
import type { Storage } from '#server/database/open.ts';

const minuteMs = 60_000;
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' });
const dayOf = (ms: number) => dayFormat.format(new Date(ms));

/** The shortest time within which half of the times lie. */
const half = (times: readonly number[]): number =>
  Math.min(...times.filter((time) => 2 * times.filter((other) => other <= time).length >= times.length));

export async function recountMeasured({ db }: Storage, asOf: string, windowDays: number) {
  const endMs = Date.parse(asOf);
  const minutes: { readonly ms: number; readonly day: string }[] = [];
  const days = new Set<string>();
  for (let ms = endMs - minuteMs; ; ms -= minuteMs) {
    const day = dayOf(ms);
    if (!days.has(day) && days.size === windowDays) break;
    days.add(day);
    minutes.push({ ms, day });
  }
  minutes.reverse();
  const startMs = minutes[0]?.ms ?? endMs;

  const up = new Set<number>();
  const spans = await db.selectFrom('up_spans').select(['started_at', 'seen_at']).execute();
  for (const { started_at, seen_at } of spans)
    for (let ms = Date.parse(started_at); ms < Date.parse(seen_at); ms += minuteMs) up.add(ms);
  const firstUp = Math.min(...spans.map(({ started_at }) => Date.parse(started_at)));

  const changes = await db.selectFrom('presence_changes').select(['person_id', 'at', 'state']).orderBy('seq').execute();
  const firstKnown = Math.max(firstUp, Math.min(...changes.map(({ at }) => Date.parse(at))));
  const states = new Map<string, string>();
  const left = changes.map(({ person_id, at, state }) => ({ person_id, ms: Date.parse(at), state }));

  const count = { up: 0, upKnown: 0, there: 0, thereKnown: 0 };
  const down = new Map([...days].reverse().map((day) => [day, 0]));
  for (const { ms, day } of minutes) {
    for (let next = left[0]; next && next.ms <= ms; next = left[0]) {
      states.set(next.person_id, next.state);
      left.shift();
    }
    const isUp = up.has(ms);
    if (ms >= firstUp) {
      count.upKnown += 1;
      if (isUp) count.up += 1;
      else down.set(day, (down.get(day) ?? 0) + minuteMs);
    }
    if (ms >= firstKnown) {
      count.thereKnown += 1;
      if (isUp && [...states.values()].includes('available')) count.there += 1;
    }
  }

  const requests = await db
    .selectFrom('agent_requests')
    .select(['created_at', 'first_accepted_at', 'first_connected_at', 'missed_at', 'disposition'])
    .where('created_at', '>=', new Date(startMs).toISOString())
    .where('created_at', '<', asOf)
    .execute();
  const real = requests.filter(({ disposition }) => disposition !== 'test');
  const took = (from: 'created_at' | 'first_accepted_at', to: 'first_accepted_at' | 'first_connected_at') =>
    real.flatMap((one) => {
      const [begin, end] = [one[from], one[to]];
      return begin === null || end === null || end > asOf ? [] : [Date.parse(end) - Date.parse(begin)];
    });
  return {
    setupMs: half(took('first_accepted_at', 'first_connected_at')),
    acceptMs: half(took('created_at', 'first_accepted_at')),
    uptime: count.up / count.upKnown,
    availability: count.there / count.thereKnown,
    missed: real.filter(({ missed_at }) => missed_at !== null).length,
    days: [...down],
  };
}
