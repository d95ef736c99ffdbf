/**
 * Sends whose answer no page heard: their page was left, or died, before it came. The next page of the site asks the server
 * whether it has them, and the person is told.
 */
import { listen } from '#client/lib/listen.ts';
import { createStore, type Store } from '#client/lib/store.ts';
import type { LeadKind } from '#contract/pages.ts';
import { referenceOf } from '#contract/reference.ts';
import { backgroundBackoff } from './backoff.ts';
import { browserEnvironment, type Environment, wait } from './environment.ts';
import { unheardPrefix } from './lifetimes.ts';
import { type Identity, readRecord, type UnheardRecord, unheardRecord, writeRecord } from './records.ts';
import { createSentLog } from './sent-log.ts';

/**
 * What is known of a send that no page heard of:
 * - `asking`: the server is being asked;
 * - `received`: it has it;
 * - `missing`: it does not have it, and what was typed is the draft of its form;
 * - `unknown`: the answers went to another provider, which cannot be asked.
 */
export interface UnheardLead {
  readonly kind: LeadKind;
  readonly reference: string;
  readonly state: 'asking' | 'received' | 'missing' | 'unknown';
}

export interface Unheard {
  /** A page begins to wait for the answer, at most until then (milliseconds since 1970). */
  begin(kind: LeadKind, identity: Identity, until: number): void;
  /** The answer has come: nothing is left to tell of it. */
  heard(root: string): void;
  /** No answer will come. The page says so, unless that is because it is being left. */
  failed(root: string): void;
  /** What is to be told. */
  readonly leads: Pick<Store<readonly UnheardLead[]>, 'get' | 'subscribe'>;
  /** The person has read it, or sends the form again. */
  forget(of: Partial<Pick<UnheardLead, 'kind' | 'reference'>>): void;
  /** Asks for what other pages left, now and whenever there may be something new, until the returned function is called. */
  start(): () => void;
}

/** A browser that leaves a page cuts its requests off, perhaps before the page hears that it is left. In milliseconds. */
const leavingMs = 1_000;
/** How long until the server is asked again, in milliseconds: it may still be storing what came before the page was left. */
const askAgainMs = [1_000, 2_000] as const;

export function createUnheard(environment: Environment): Unheard {
  const { device, now, events, after, askReceived } = environment;
  const sentLog = createSentLog(device, now);
  /** The sends that this page waits for, and those that it asks about. */
  const own = new Map<string, { forget?: () => void }>();
  const asked = new Set<string>();
  const told = createStore<readonly UnheardLead[]>([]);
  let failures = 0;
  let cancelNext: (() => void) | undefined;

  const keyOf = (root: string) => unheardPrefix + root;
  const read = (key: string) => readRecord(device, key, unheardRecord);

  function tell({ kind, root }: UnheardRecord, state: UnheardLead['state']): void {
    const reference = referenceOf(root);
    told.set([...told.get().filter((lead) => lead.reference !== reference), { kind, reference, state }]);
  }

  function forget({ kind, reference }: Partial<Pick<UnheardLead, 'kind' | 'reference'>>): void {
    const isOther = (lead: UnheardLead) =>
      (kind !== undefined && lead.kind !== kind) || (reference !== undefined && lead.reference !== reference);
    told.set(told.get().filter(isOther));
  }

  async function resultOf(id: string): Promise<UnheardLead['state']> {
    for (const pauseMs of [0, ...askAgainMs]) {
      if (pauseMs > 0) await wait(environment, pauseMs);
      const received = await askReceived(id);
      if (received === undefined) return 'unknown';
      if (received) return 'received';
    }
    return 'missing';
  }

  async function resolve(record: UnheardRecord): Promise<void> {
    const key = keyOf(record.root);
    if (asked.has(key)) return;
    asked.add(key);
    tell(record, 'asking');
    try {
      const result = await resultOf(record.id);
      failures = 0;
      // Sent again meanwhile, from this tab or another: that send tells for itself.
      if (!read(key)) return forget({ reference: referenceOf(record.root) });
      if (result === 'received') sentLog.acknowledge(record.id);
      device.remove(key);
      tell(record, result);
    } catch {
      // The server did not answer. The note says that it is being asked, and it is asked again.
      lookAfter(backgroundBackoff(failures++));
    } finally {
      asked.delete(key);
    }
  }

  function lookAfter(delayMs: number): void {
    cancelNext?.();
    cancelNext = after(delayMs, look);
  }

  function look(): void {
    for (const key of device.keys(unheardPrefix)) {
      const record = read(key);
      if (!record || own.has(record.root)) continue;
      if (record.left || now() >= record.until) void resolve(record);
      else lookAfter(record.until - now());
    }
  }

  function leave(): void {
    for (const root of own.keys()) {
      const record = read(keyOf(root));
      if (record) writeRecord(device, keyOf(root), { ...record, left: true });
    }
  }
  const leaveNoMore = listen(events, { pagehide: leave });

  function heard(root: string): void {
    own.get(root)?.forget?.();
    own.delete(root);
    device.remove(keyOf(root));
  }

  return {
    begin(kind, { id, root }, until) {
      own.get(root)?.forget?.();
      own.set(root, {});
      writeRecord(device, keyOf(root), { version: 1, id, root, kind, postedAt: now(), until, left: false });
    },
    heard,
    failed(root) {
      own.set(root, { forget: after(leavingMs, () => heard(root)) });
    },
    leads: told,
    forget,
    start() {
      const online = () => {
        failures = 0;
        look();
      };
      const hearNoMore = listen(events, { online, pageshow: look, storage: look });
      look();
      return () => {
        hearNoMore();
        leaveNoMore();
        cancelNext?.();
      };
    },
  };
}

let shared: Unheard | undefined;

/** The one of this page, at work since it was first asked for until the page ends. */
export function sharedUnheard(): Unheard {
  if (!shared) {
    shared = createUnheard(browserEnvironment());
    shared.start();
  }
  return shared;
}
