/**
 * Counts the figures of some days in a second, independent way: from the events of each request, not from the columns that the
 * figures read, and with days by `Intl`, not by the calendar that the figures use.
 */
import { dispositions } from '#contract/agent-request.ts';
import type { Storage } from '#server/database/open.ts';

const zone = 'America/New_York';
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
const hourFormat = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
const dayOf = (at: string | number) => dayFormat.format(new Date(at));
const hourOf = (at: string | number) => Number(hourFormat.format(new Date(at)));

const contracted = ['contracted_retail', 'contracted_lease', 'contracted_cash', 'contracted_outside_lien'];
const msFrom = (from: string, to: string) => Date.parse(to) - Date.parse(from);

/** The shortest time within which a share of the times lie; null when there are none. */
function within(times: readonly number[], share: number): number | null {
  const candidates = times.filter((time) => times.filter((other) => other <= time).length >= share * times.length);
  return candidates.length === 0 ? null : Math.min(...candidates);
}

const spread = (times: readonly number[]) => ({
  count: times.length,
  medianMs: within(times, 0.5),
  nineOfTenMs: within(times, 0.9),
});

/** The facts of one request, derived from its events. */
async function tell({ db }: Storage, id: string) {
  const events = await db
    .selectFrom('request_events')
    .selectAll()
    .where('request_id', '=', id)
    .orderBy('seq')
    .execute();
  const deal = await db.selectFrom('request_deals').selectAll().where('request_id', '=', id).executeTakeFirst();
  const askedAt = events[0]?.at ?? '';
  let isOver = false;
  let wasOver = false;
  let reopened = false;
  let [accepted, acceptedBy]: [string | null, string | null] = [null, null];
  let [first, current]: [string | null, string | null] = [null, null];
  let holder: string | null = null;
  let ending = 'open';
  let missed = false;
  let doneAt: string | null = null;
  let talked = 0;
  const talk = (until: string | null) => {
    if (current !== null && until !== null) talked += msFrom(current, until);
  };
  for (const { kind, at, detail } of events) {
    if (kind === 'accepted') {
      holder = detail;
      if (!wasOver && accepted === null) [accepted, acceptedBy] = [at, detail];
      current = null;
    }
    if (kind === 'taken-over') [holder = null, current] = [detail?.split(' from ')[0] ?? null, null];
    if (kind === 'handed-back' || kind === 'handed-off') {
      talk(at);
      [holder, current] = [null, null];
    }
    if (kind === 'opened-again') {
      talk(doneAt);
      doneAt = null;
      [holder, current, ending, isOver, reopened] = [detail, null, 'open', false, true];
    }
    if (kind === 'connected') {
      current = at;
      if (!wasOver) first ??= at;
    }
    if (kind === 'connected-undone') {
      if (first === current) first = null;
      current = null;
    }
    if (kind === 'closing') doneAt = at;
    if (kind === 'closing-undone') doneAt = null;
    if (kind === 'done' || kind === 'cancelled' || kind === 'expired') {
      if (!wasOver && kind !== 'done' && accepted === null) missed = true;
      const label = detail?.slice(detail.indexOf(': ') + 2);
      const named = Object.entries(dispositions).find(([, words]) => words === label)?.[0];
      if (kind === 'done') ending = named ?? 'unsaid';
      else ending = accepted === null && !reopened ? 'missed' : kind;
      [isOver, wasOver] = [true, true];
    }
  }
  const isDone = isOver && !['cancelled', 'expired', 'missed'].includes(ending);
  if (isDone) talk(doneAt);
  const lasted = isDone ? Math.round(talked / 60_000) : 0;
  return {
    askedAt,
    acceptMs: accepted === null ? null : msFrom(askedAt, accepted),
    acceptedBy,
    waitMs: first === null ? null : msFrom(askedAt, first),
    connectMs: first === null || accepted === null ? null : msFrom(accepted, first),
    holder,
    ending,
    missed,
    reopened,
    minutes: deal?.minutes ?? lasted,
    products: deal ? (JSON.parse(deal.products) as string[]).length : 0,
    notBilled: deal?.not_billed_reason !== null && deal !== undefined,
  };
}

type Told = Awaited<ReturnType<typeof tell>>;

function totalsOf(held: readonly Told[], accepted: readonly Told[], missed: readonly Told[], calls: readonly number[]) {
  const real = held.filter(({ ending }) => ending !== 'test');
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const deals = real.filter(({ ending }) => contracted.includes(ending));
  const lost = missed.filter((one) => one.missed && one.ending !== 'test');
  const times = (all: readonly Told[], name: 'acceptMs' | 'waitMs' | 'connectMs') =>
    spread(all.flatMap((one) => (one[name] === null || one.ending === 'test' ? [] : [one[name]])));
  return {
    requests: real.length,
    accept: times(accepted, 'acceptMs'),
    connect: times(held, 'connectMs'),
    wait: times(held, 'waitMs'),
    missed: lost.length,
    missedReopened: lost.filter(({ reopened }) => reopened).length,
    contracted: deals.length,
    decided: real.filter(({ ending }) => ending in dispositions && ending !== 'help_only').length,
    products: sum(deals.map(({ products }) => products)),
    minutes: sum(real.map(({ minutes }) => minutes)),
    notBilled: real.filter(({ notBilled }) => notBilled).length,
    notBilledMinutes: sum(real.filter(({ notBilled }) => notBilled).map(({ minutes }) => minutes)),
    tests: held.length - real.length,
    calls: calls.length,
    callMinutes: sum(calls),
  };
}

/** The figures of the days from the first to the last, including both. */
export async function recount(storage: Storage, first: string, last: string, now: Date) {
  const { db } = storage;
  const isIn = (at: string) => dayOf(at) >= first && dayOf(at) <= last;
  const ids = await db.selectFrom('agent_requests').select('id').orderBy('created_at').execute();
  const told: Told[] = [];
  for (const { id } of ids) told.push(await tell(storage, id));
  const requests = told.filter(({ askedAt }) => isIn(askedAt));
  const real = requests.filter(({ ending }) => ending !== 'test');
  const allCalls = await db.selectFrom('calls').selectAll().where('disposition', '<>', 'test').execute();
  const calls = allCalls.filter(({ created_at }) => isIn(created_at));
  const minutesOf = (some: typeof calls) => some.map(({ minutes }) => minutes ?? 0);
  const people = await db.selectFrom('people').selectAll().orderBy('name').execute();
  const changes = await db.selectFrom('presence_changes').selectAll().orderBy('seq').execute();
  const isAvailable = (personId: string, atMs: number) =>
    changes.findLast((change) => change.person_id === personId && Date.parse(change.at) <= atMs)?.state === 'available';

  // The available time of each hour, counted in quarters of an hour and cut at every change of presence.
  const knownFromMs = Date.parse(changes[0]?.at ?? '9999-12-31T00:00:00.000Z');
  const hours = Array.from({ length: 24 }, () => ({ known: 0, available: 0 }));
  const quarterMs = 15 * 60_000;
  const [fromMs, toMs] = [Date.parse(`${first}T00:00:00.000Z`), now.getTime()];
  for (let quarter = fromMs; quarter < toMs; quarter += quarterMs) {
    const hour = hours[hourOf(quarter)];
    if (!hour || dayOf(quarter) < first || dayOf(quarter) > last) continue;
    const begin = Math.max(quarter, knownFromMs);
    const end = Math.min(quarter + quarterMs, toMs);
    if (begin >= end) continue;
    hour.known += end - begin;
    const inside = changes.map(({ at }) => Date.parse(at)).filter((ms) => ms > begin && ms < end);
    const cuts = [begin, ...inside, end];
    cuts.slice(0, -1).forEach((cut, at) => {
      const there = people.filter(({ id }) => isAvailable(id, cut)).length;
      hour.available += there * ((cuts[at + 1] ?? end) - cut);
    });
  }

  const days = [
    ...new Set([...requests.map(({ askedAt }) => dayOf(askedAt)), ...calls.map((c) => dayOf(c.created_at))]),
  ];
  const nobody = (one: Told) => !people.some(({ id }) => isAvailable(id, Date.parse(one.askedAt)));
  return {
    totals: totalsOf(requests, requests, requests, minutesOf(calls)),
    time: Object.fromEntries(
      days.map((day) => {
        const ofDay = requests.filter(({ askedAt }) => dayOf(askedAt) === day);
        return [day, totalsOf(ofDay, ofDay, ofDay, minutesOf(calls.filter((c) => dayOf(c.created_at) === day)))];
      }),
    ),
    hours: hours.map(({ known, available }, hour) => ({
      hour,
      requests: real.filter(({ askedAt }) => hourOf(askedAt) === hour).length,
      missed: real.filter((one) => one.missed && hourOf(one.askedAt) === hour).length,
      nobodyThere:
        known > 0
          ? real.filter((one) => hourOf(one.askedAt) === hour && Date.parse(one.askedAt) >= knownFromMs && nobody(one))
              .length
          : null,
      people: known > 0 ? available / known : null,
    })),
    endings: Object.fromEntries(
      [...new Set(real.map(({ ending }) => ending))].map((ending) => [
        ending,
        real.filter((one) => one.ending === ending).length,
      ]),
    ),
    people: Object.fromEntries(
      people.map(({ id, name }) => [
        name,
        totalsOf(
          requests.filter(({ holder }) => holder === name),
          requests.filter(({ acceptedBy }) => acceptedBy === name),
          requests.filter((one) => isAvailable(id, Date.parse(one.askedAt))),
          minutesOf(calls.filter(({ person_id }) => person_id === id)),
        ),
      ]),
    ),
  };
}
