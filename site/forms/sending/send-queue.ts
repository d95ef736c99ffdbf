/** The send queue: submissions that were made while the browser said that it is offline, and how they are sent. */
import { listen } from '#client/lib/listen.ts';
import { createStore, useStore } from '#client/lib/store.ts';
import type { LeadKind } from '#contract/pages.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import type { Submission } from './attempt.ts';
import { backgroundBackoff, spreadOut } from './backoff.ts';
import { browserEnvironment } from './environment.ts';
import { queuedPrefix } from './lifetimes.ts';
import { loadSender, type SenderEnvironment } from './load-sender.ts';
import { type Identity, type QueuedRecord, queuedRecord, readRecord, writeRecord } from './records.ts';
import type { WaitingLeads } from './send-waiting.ts';
import { createSentLog, fingerprintOf } from './sent-log.ts';

/**
 * What the pages show of a submission in the queue.
 * - `waiting`: it goes out by itself as soon as a page of the site is open and the server answers;
 * - `refused`: the server cannot take it as it is; it comes back as the draft of its form, with what is wrong;
 * - `sent`: it is on the server. Shown for a day, or until it is put away.
 */
export interface QueuedLead extends Pick<QueuedRecord, 'kind' | 'state'> {
  /** Names it among those with the same reference. */
  readonly key: string;
  readonly reference: string;
  /** False when the browser refuses its storage: then it lives as long as this page. */
  readonly onDevice: boolean;
  /** It changes what was sent before under the same reference. */
  readonly isChange: boolean;
  /** It is refused whatever its answers are: while it waits by something in between, else for good. The person calls or writes. */
  readonly isHindered: boolean;
}

const none: readonly QueuedLead[] = [];

/** The queue as it stands, oldest first. */
export const queuedLeads = createStore(none);

/** The queue as it stands, in a component. */
export const useQueue = (): readonly QueuedLead[] => useStore(queuedLeads, () => none);

export interface SendQueue {
  /** Puts a submission aside. False when it is in this page's memory alone. */
  add(submission: Submission, startedAt: number): boolean;
  /** The submission with these answers that waits already, unless a later one of the same lead waits. */
  waiting(kind: LeadKind, fingerprint: string): (QueuedLead & { readonly identity: Identity }) | undefined;
  /** Whether a change of a lead waits. */
  hasChange(root: string): boolean;
  /** Fingerprint of what waits last of a lead. */
  waitsAs(root: string): string | undefined;
  /** The oldest submission of this form that the server refused. */
  refused(kind: LeadKind): QueuedRecord | undefined;
  /** Takes one out of the queue, whatever its state. */
  remove(key: string): void;
  /** Sends what waits, now, unless another tab does. Never rejects. */
  flush(): Promise<void>;
  /** Sends what waits whenever a page can, until the returned function is called. */
  start(): () => void;
}

/** Whether a submission changes what was sent before. */
export const isChange = ({ id, root }: Pick<Identity, 'id' | 'root'>): boolean => id !== root;

/** How long a sent one is shown. */
const showSentMs = 24 * 3_600_000;

export function createSendQueue(
  environment: SenderEnvironment,
  publish: (leads: readonly QueuedLead[]) => void = queuedLeads.set,
): SendQueue {
  const { device, now, isVisible, events, after, spread } = environment;
  const sentLog = createSentLog(device, now);
  const holder = mintId(environment.random);
  let flushing: Promise<void> | undefined;
  let failures = 0;
  let cancelRetry: (() => void) | undefined;
  /** What the browser refused to keep. */
  const inMemoryAlone = new Set<string>();

  const read = (key: string) => readRecord(device, key, queuedRecord);
  const all = (): QueuedRecord[] =>
    device
      .keys(queuedPrefix)
      .flatMap((key) => read(key) ?? [])
      .sort((a, b) => a.queuedAt - b.queuedAt);
  const waitingNow = () => all().filter(({ state }) => state === 'waiting');

  const present = ({ key, kind, id, root, state, isHindered = false }: QueuedRecord): QueuedLead => ({
    key,
    kind,
    reference: referenceOf(root),
    state,
    onDevice: !inMemoryAlone.has(key),
    isChange: isChange({ id, root }),
    isHindered,
  });
  /** An empty queue is always the same array, so that nothing is drawn again for it. */
  function tell(): void {
    const leads = all().map(present);
    publish(leads.length > 0 ? leads : none);
  }

  function write(record: QueuedRecord): boolean {
    const onDevice = writeRecord(device, record.key, record);
    if (onDevice) inMemoryAlone.delete(record.key);
    else inMemoryAlone.add(record.key);
    return onDevice;
  }

  /** The record while it still waits: another tab may have sent it or taken it out meanwhile. */
  const stillWaiting = (key: string) => {
    const record = read(key);
    return record?.state === 'waiting' ? record : undefined;
  };

  /** Also while the browser says that it is offline: it may be wrong (a VPN, a virtual machine), and may not say when that is over. */
  function retryLater(): void {
    cancelRetry?.();
    cancelRetry = undefined;
    if (!waitingNow().length) return;
    cancelRetry = after(spreadOut(backgroundBackoff(failures), spread), () => void flush());
  }

  const waiting: WaitingLeads = {
    keys: () => waitingNow().map(({ key }) => key),
    read: stillWaiting,
    write(record) {
      write(record);
      if (record.state !== 'waiting') failures = 0;
      tell();
    },
  };

  function flush(): Promise<void> {
    if (!waitingNow().length) return Promise.resolve();
    flushing ??= environment
      .loadSender()
      .then(({ sendWaiting }) => sendWaiting(environment, holder, waiting))
      // A browser that refuses its locks, or the file that sends, is asked again after the wait.
      .catch(() => false)
      .then(() => {
        flushing = undefined;
        retryLater();
        failures += 1;
      });
    return flushing;
  }

  function forgetSent(): void {
    for (const { key, state, queuedAt } of all()) {
      if (state === 'sent' && now() - queuedAt > showSentMs) device.remove(key);
    }
  }

  return {
    add({ kind, answers, extras, identity, fingerprint }, startedAt) {
      const key = queuedPrefix + identity.id;
      const onDevice = write({
        version: 1,
        ...identity,
        key,
        kind,
        answers,
        extras,
        startedAt,
        // After all that waits, also when the device's clock was set back meanwhile.
        queuedAt: Math.max(now(), ...waitingNow().map(({ queuedAt }) => queuedAt + 1)),
        state: 'waiting',
        errors: [],
        reason: '',
      });
      sentLog.note(kind, identity, fingerprint, false);
      tell();
      failures = 0;
      retryLater();
      return onDevice;
    },
    waiting(kind, fingerprint) {
      const latest = new Map(waitingNow().map((lead) => [lead.root, lead]));
      const same = [...latest.values()].find(
        (lead) => lead.kind === kind && fingerprintOf(lead.answers) === fingerprint,
      );
      if (!same) return undefined;
      const { id, root, unsure } = same;
      return { ...present(same), identity: { id, root, unsure } };
    },
    hasChange: (root) => waitingNow().some((lead) => lead.root === root && isChange(lead)),
    waitsAs(root) {
      const last = waitingNow().findLast((lead) => lead.root === root);
      return last && fingerprintOf(last.answers);
    },
    refused: (kind) => all().find((record) => record.kind === kind && record.state === 'refused'),
    remove(key) {
      device.remove(key);
      tell();
    },
    flush,
    start() {
      const online = () => {
        failures = 0;
        void flush();
      };
      const shown = () => {
        if (!isVisible()) return;
        // A page that the browser had kept whole heard nothing meanwhile.
        tell();
        void flush();
      };
      // Another tab changed what this one shows. A null key means that everything was cleared.
      const stored = (event: Event) => {
        const key = 'key' in event ? event.key : null;
        if (key === null || (typeof key === 'string' && key.startsWith(queuedPrefix))) tell();
      };
      const hearNoMore = listen(events, { online, visibilitychange: shown, pageshow: shown, storage: stored });
      forgetSent();
      tell();
      void flush();
      return () => {
        hearNoMore();
        cancelRetry?.();
      };
    },
  };
}

let shared: SendQueue | undefined;

/** The queue of this page, at work since it was first asked for until the page ends. */
export function sharedSendQueue(): SendQueue {
  if (!shared) {
    shared = createSendQueue({ ...browserEnvironment(), loadSender });
    shared.start();
  }
  return shared;
}
