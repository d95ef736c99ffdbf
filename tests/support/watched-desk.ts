/** A desk where everything that its consoles can read is read before and after each change. */
import type { DeskTopic } from '#contract/desk/live.ts';
import { nextMoment } from '#contract/desk/next-moment.ts';
import type { ReadTopic } from '#contract/desk/read-topics.ts';
import { type BodyOf, type Endpoint, type ParamsOf, pathOf } from '#contract/endpoint.ts';
import type { SendResult } from '#server/outbox/service.ts';
import { testClock } from './clock.ts';
import { type SignedIn, startDesk } from './desk.ts';
import type { EngineUnderTest } from './each-engine.ts';
import { wideLimits } from './wide-limits.ts';

type Called = Pick<Endpoint, 'method'> & { readonly path: `/${string}`; readonly responses: object };
type ParamsPart<E extends Called> =
  unknown extends ParamsOf<E['path']> ? object : { readonly params: ParamsOf<E['path']> };
type Input<E extends Called> = ParamsPart<E> & (BodyOf<E> extends undefined ? object : { readonly body: BodyOf<E> });
type Shown = Readonly<Record<string, unknown>>;

/** A read that a console shows, and what its topics are when it shows this. */
interface WatchedRead {
  readonly path: string;
  readonly url: string;
  readonly topics: (shown: never) => readonly ReadTopic[];
}

const env = {
  ...wideLimits,
  ON_SHIFT: 'Marlow Finch, +12075550121, marlow@boxline.example',
  PUBLIC_URL: 'http://desk.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'a@boxline.example',
  MAIL_TO: 'us@boxline.example',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'x'.repeat(32),
  TWILIO_FROM: '+12075550100',
};

/** What no event tells: the time of the answer and when it is different, and who looked at a record. */
const untold = new Set(['serverNow', 'changesAt', 'seen', 'activeAt']);
const isLook = (value: unknown): boolean => ['opened', 'listed'].includes(String((value as Shown | null)?.['action']));

function told(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isLook(item)).map(told);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, of]) => (untold.has(name) ? [] : [[name, told(of)]])),
  );
}

/** An answer without the moments that are over. A stretch of time that has begun begins now, at each look. */
function ahead(value: unknown, nowMs: number): unknown {
  if (Array.isArray(value)) return value.map((part) => ahead(part, nowMs));
  if (typeof value === 'string') return value.endsWith('Z') && Date.parse(value) <= nowMs ? 'over' : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, ahead(part, nowMs)]));
}

/** How long after a moment a console reads again, in milliseconds. */
const slackMs = 1000;

/** Where two values differ first: `.rows.0.name`. */
function placeOf(one: unknown, other: unknown): string {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return '';
  const [before, after] = [one as Shown, other as Shown];
  const name = [...new Set([...Object.keys(before), ...Object.keys(after)])].find(
    (each) => JSON.stringify(before[each]) !== JSON.stringify(after[each]),
  );
  return name === undefined ? '' : `.${name}${placeOf(before[name], after[name])}`;
}

/** A desk of two admins and an agent, with mails and texts whose outcome the test decides. */
export async function startWatchedDesk(under: EngineUnderTest) {
  // Each look at this clock is a second after the last one, so that no shared read waits for its turn.
  let clockMs = 0;
  const clock = testClock('2026-11-21T18:00:00.000Z');
  let outcome: SendResult = { kind: 'sent' };
  const transport = { send: async () => outcome, close() {} };
  const server = await startDesk(under, env, {
    now: clock.now,
    clockMs: () => (clockMs += 1000),
    mailTransport: transport,
    textTransport: transport,
    postTransport: transport,
  });
  const { context, desk } = server;
  const { db } = context.storage;
  const observer = await server.signInAs('admin', { name: 'Olive Observer' });
  const actor = await server.signInAs('admin', { name: 'Ada Actor' });
  const agent = await server.signInAs('agent', { name: 'Gil Agent' });
  const reads = new Map<string, WatchedRead>();
  const pressed = new Set<string>();
  let before = new Map<string, unknown>();
  /** The newest event of the last change. What prepares a change is told with it. */
  let seq = 0;

  /** Calls as a page does, and gives the value of the answer. */
  async function press<E extends Called>(endpoint: E, input: Input<E>, by: SignedIn = actor): Promise<Shown> {
    const { params, body } = input as { readonly params?: never; readonly body?: object };
    const answer = await desk(endpoint.method, pathOf(endpoint, params), { cookie: by.cookie, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${endpoint.path} answered ${answer.status} ${answer.text}`);
    pressed.add(endpoint.path);
    return answer.text === '' ? {} : answer.json();
  }

  const get = async <T = Shown>(url: string): Promise<T> => {
    const answer = await desk('GET', url, { cookie: observer.cookie });
    // What was erased or removed has no page any more.
    return (answer.status === 200 ? answer.json() : { status: answer.status }) as T;
  };

  async function look(): Promise<Map<string, unknown>> {
    const shown = [...reads].map(async ([name, { url }]) => [name, await get(url)] as const);
    return new Map(await Promise.all(shown));
  }

  /** Watches a read from now on. */
  async function watch(name: string, read: WatchedRead): Promise<void> {
    reads.set(name, read);
    before.set(name, await get(read.url));
  }

  /** Lets the second factors of both admins be proven just now, however much time has passed. */
  const prove = () => db.updateTable('staff_sessions').set({ proved_at: clock.now().toISOString() }).execute();

  const newest = async (): Promise<number> =>
    Number(
      (
        await db
          .selectFrom('desk_changes')
          .select(({ fn }) => fn.max('seq').as('seq'))
          .executeTakeFirst()
      )?.seq ?? 0,
    );

  /**
   * Lets something happen. Resolves to the reads whose answers it changed, and to those of them that no event tells to read again.
   *
   * @param shown what of an answer is compared
   */
  async function follow(make: () => Promise<unknown>, shown: (answer: unknown) => unknown = told) {
    await make();
    const events = await db.selectFrom('desk_changes').select(['topic', 'about']).where('seq', '>', seq).execute();
    const isTold = (topics: readonly ReadTopic[]) =>
      topics.some((read) => {
        const { topic, id } = typeof read === 'string' ? { topic: read as DeskTopic, id: null } : read;
        return events.some(({ topic: of, about }) => of === topic && (id === null || about === null || about === id));
      });
    seq = await newest();
    const [earlier, after] = [before, await look()];
    before = after;
    const changed = [...reads.keys()].filter(
      (name) => JSON.stringify(shown(earlier.get(name))) !== JSON.stringify(shown(after.get(name))),
    );
    const stale = changed.filter((name) => !isTold(reads.get(name)?.topics(earlier.get(name) as never) ?? []));
    return { changed, stale, placeOf: (name: string) => placeOf(shown(earlier.get(name)), shown(after.get(name))) };
  }

  /** Makes a change. Resolves to the reads whose answers it changed, and to those of them that no event tells to read again. */
  async function change(make: () => Promise<unknown>) {
    await prove();
    const { changed, stale, placeOf: place } = await follow(make);
    return { changed, stale: stale.map((name) => `${name} ${place(name)}`) };
  }

  /** Does what a server does all the time. */
  async function work(): Promise<void> {
    const at = clock.now().toISOString();
    // Nobody is idle, and nobody has to sign in again.
    await db.updateTable('staff_sessions').set({ active_at: at, expires_at: '2099-01-01T00:00:00.000Z' }).execute();
    await context.agentRequests.sweep();
    await context.schedule.look();
  }

  /**
   * Lets time pass, with a stop before and after each moment that the answers show. Resolves to the reads whose answers were different
   * at a stop although they showed no moment that had come since the last one, and no event told it.
   */
  async function passTime(ms: number): Promise<string[]> {
    const unsaid: string[] = [];
    const nowMs = () => clock.now().getTime();
    const endMs = nowMs() + ms;
    await follow(work);
    while (nowMs() < endMs) {
      const moments = new Map([...before].map(([name, shown]) => [name, nextMoment(shown, nowMs())]));
      const firstMs = Math.min(endMs, ...moments.values());
      for (const stopMs of [firstMs - 1, firstMs + slackMs]) {
        clock.advance(Math.max(0, stopMs - nowMs()));
        const { stale, placeOf: place } = await follow(work, (shown) => ahead(told(shown), stopMs));
        unsaid.push(
          ...stale
            .filter((name) => (moments.get(name) ?? 0) > stopMs)
            .map((name) => `${clock.now().toISOString()} ${name} ${place(name)}`),
        );
      }
    }
    return unsaid;
  }

  return {
    ...server,
    now: clock.now,
    /** Lets time pass. What changes by that alone no event tells; consoles count with their own clocks. */
    async pass(ms: number): Promise<void> {
      clock.advance(ms);
      before = await look();
    },
    observer,
    actor,
    agent,
    press,
    get,
    watch,
    change,
    passTime,
    reads,
    pressed,
    deliver: (result: SendResult = { kind: 'sent' }) => {
      outcome = result;
      return context.delivery.runDue();
    },
  };
}

export type WatchedDesk = Awaited<ReturnType<typeof startWatchedDesk>>;
