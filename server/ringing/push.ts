/**
 * Web Push: the browsers of everybody who is rung get the id of the request, so that a closed or sleeping console rings too. A
 * push is useful for seconds only, and the ring repeats it. So pushes are sent by a small sender of this process and not by the
 * outbox (docs/decisions/0055).
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { PushPayload } from '#contract/desk/live.ts';
import { mintId } from '#contract/reference.ts';
import { dialectOf, slicesOf } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { createRepeater } from '#server/repeat.ts';
import { distinct } from '#server/rows.ts';
import type { DuePush } from './policy.ts';
import { pushTargetOf } from './push-hosts.ts';
import type { VapidKeys } from './push-keys.ts';
import type { PushOutcome, SendPush } from './push-request.ts';
import {
  deleteAsRead,
  deleteOwnSubscription,
  putSubscription,
  type Subscription,
  subscriptionsAfter,
  subscriptionsOf,
  subscriptionsOfPerson,
} from './store-push.ts';

export interface PushOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly keys: () => Promise<VapidKeys>;
  readonly send: SendPush;
  /** Push services beside the known ones. */
  readonly hosts: readonly string[];
  /** Which of these sessions may be pushed to: neither ended nor revoked, of people who still have their role. */
  readonly pushableSessionIds: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Whether a request still rings for somebody, asked before each try of a push. */
  readonly ringsFor: (requestId: string, personId: string) => Promise<boolean>;
  /** Waits so many milliseconds, or until the signal is aborted; real time when absent. Never rejects. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Hears what became of each push, with its last outcome. */
  readonly onOutcome: (outcome: PushOutcome['outcome'] | 'dropped', why?: string) => void;
  readonly onError: (error: unknown) => void;
}

type OfSession = Pick<Subscription, 'id' | 'session_id'>;

/** What a browser says when it subscribes. */
type NewSubscription = Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>;

/** A push to one browser, until it is sent or given up. */
interface Job {
  readonly subscription: Subscription;
  readonly payload: PushPayload;
  /** Whether the push is still true. */
  readonly holds: () => Promise<boolean>;
  /** The pauses that are left before further tries. */
  readonly pausesMs: readonly number[];
}

/** Pushes under way at once, and how many of them to one host, so that a slow push service does not hold back the others. */
const [mostAtOnce, mostToOneHost] = [16, 4];
/** Pushes that are neither sent nor given up; one more is dropped, and the ring pushes again twenty seconds later. */
const mostWaiting = 500;
/** The pauses before a push is tried again. Their sum is less than the twenty seconds after which the ring pushes again. */
const pausesMs = [2000, 5000, 10_000] as const;
/** Browsers of one person; one more takes the place of the oldest. */
const mostPerPerson = 10;
const purgeEveryMs = 60_000;

const keyOf = ({ subscription, payload }: Job) => JSON.stringify([subscription, payload]);

const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex');

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});

export function createPush(options: PushOptions) {
  const { storage, keys, send, hosts, pushableSessionIds, ringsFor, now, wait = sleep, onOutcome, onError } = options;
  const { db } = storage;
  /** The pushes that are neither sent nor given up, by `keyOf`. */
  const open = new Set<string>();
  /** Those that wait for their turn, in its order. */
  const queue = new Set<Job>();
  /** The tries under way, with their hosts. */
  const running = new Map<Promise<void>, string>();
  let stop = new AbortController();

  function next(): void {
    for (const job of queue) {
      const hosts = [...running.values()];
      if (stop.signal.aborted || hosts.length >= mostAtOnce) return;
      const { host } = new URL(job.subscription.endpoint);
      if (hosts.filter((each) => each === host).length >= mostToOneHost) continue;
      queue.delete(job);
      const under = attempt(job)
        .catch((error: unknown) => {
          open.delete(keyOf(job));
          onError(error);
        })
        .finally(() => {
          running.delete(under);
          next();
        });
      running.set(under, host);
    }
  }

  function end(job: Job, outcome: PushOutcome['outcome'] | 'dropped', why?: string): void {
    open.delete(keyOf(job));
    onOutcome(outcome, why);
  }

  /** Tries a push. One that the service may take later is tried again after a pause, in which others have its turn. */
  async function attempt(job: Job): Promise<void> {
    const { signal } = stop;
    if (!(await job.holds())) return end(job, 'dropped');
    const result = await send(job.subscription, job.payload, signal);
    if (result.outcome === 'gone') await deleteAsRead(db, [job.subscription]);
    const [pauseMs, ...left] = job.pausesMs;
    // What has to wait longer than the longest pause is pushed by the ring itself.
    if (result.outcome !== 'later' || pauseMs === undefined || result.afterMs > Math.max(...pausesMs))
      return end(job, result.outcome, 'why' in result ? result.why : undefined);
    void wait(Math.max(pauseMs, result.afterMs), signal).then(() => {
      if (signal.aborted) return end(job, 'dropped');
      queue.add({ ...job, pausesMs: left });
      next();
    });
  }

  /** Those of the subscriptions whose session is not over; the others are deleted. */
  async function living<S extends OfSession>(all: readonly S[]): Promise<S[]> {
    if (all.length === 0) return [];
    const open = await pushableSessionIds(distinct(all, 'session_id'));
    await deleteAsRead(
      db,
      all.filter(({ session_id }) => !open.has(session_id)),
    );
    return all.filter(({ session_id }) => open.has(session_id));
  }

  /** Deletes the subscriptions of sessions that are over. */
  async function purge(): Promise<void> {
    const slices = slicesOf<OfSession>((rows, last) => subscriptionsAfter(db, last?.id ?? '', rows));
    for await (const slice of slices) await living(slice);
  }

  async function pushTo(
    personIds: readonly string[],
    payload: PushPayload,
    holdsFor: (personId: string) => Promise<boolean>,
  ): Promise<void> {
    for (const subscription of await living(await subscriptionsOf(db, personIds))) {
      const job: Job = { subscription, payload, holds: () => holdsFor(subscription.person_id), pausesMs };
      // One that is not over yet says the same.
      if (open.has(keyOf(job))) continue;
      if (open.size >= mostWaiting) onOutcome('dropped', 'too many pushes wait');
      else {
        open.add(keyOf(job));
        queue.add(job);
      }
    }
    next();
  }

  const repeater = createRepeater({ everyMs: purgeEveryMs, work: purge, onError });

  return {
    publicKey: async (): Promise<string> => (await keys()).publicKey,

    /** Subscribes a browser for a session and its person. False when its push service is not on the list. */
    async subscribe(
      { personId, sessionId }: { readonly personId: string; readonly sessionId: string },
      { endpoint, p256dh, auth }: NewSubscription,
    ): Promise<boolean> {
      if (!pushTargetOf(endpoint, hosts)) return false;
      await storage.transaction(async (trx) => {
        await dialectOf(trx).lock(trx, [`push ${personId}`]);
        await putSubscription(trx, {
          id: mintId(),
          person_id: personId,
          session_id: sessionId,
          endpoint,
          endpoint_hash: hashOf(endpoint),
          p256dh,
          auth,
          created_at: now().toISOString(),
        });
        await deleteAsRead(trx, (await subscriptionsOfPerson(trx, personId)).slice(mostPerPerson));
      });
      return true;
    },

    unsubscribe: async (personId: string, endpoint: string): Promise<void> => {
      await deleteOwnSubscription(db, personId, hashOf(endpoint));
    },

    /** Pushes to every browser of who is rung. Resolves when the pushes wait for their turn. */
    push: ({ requestId, personIds }: DuePush): Promise<void> =>
      pushTo(personIds, { ring: requestId }, (personId) => ringsFor(requestId, personId)),

    /** Tells every browser of these people, once, that mails or texts do not arrive. */
    tellFailed: (personIds: readonly string[], failed: 'mail' | 'sms'): Promise<void> =>
      pushTo(personIds, { failed }, async () => true),

    purge,
    start(): void {
      stop = new AbortController();
      repeater.start();
      next();
    },
    /** Sends nothing more, and gives up what is under way: the ring pushes again from another server, or after the restart. */
    async stop(): Promise<void> {
      stop.abort();
      queue.clear();
      open.clear();
      await Promise.all([repeater.stop(), ...running.keys()]);
    },
  };
}
