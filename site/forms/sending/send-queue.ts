/** The send queue: submissions made while the browser was offline, and how they are sent later. */
import { listen } from '#client/lib/listen.ts';
import { createStore, useStore } from '#client/lib/store.ts';
import type { LeadKind } from '#contract/pages.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import type { Submission } from './attempt.ts';
import { backgroundBackoff, spreadOut } from './backoff.ts';
import { browserEnvironment, type Environment } from './environment.ts';
import { queuedPrefix } from './lifetimes.ts';
import { type Identity, isChange, type QueuedRecord, queuedRecord, readRecord, writeRecord } from './records.ts';
import type { WaitingLeads } from './send-waiting.ts';
import { createSentLog, fingerprintOf } from './sent-log.ts';

/**
 * What the pages show about a submission in the queue.
 * - `waiting`: it goes out by itself as soon as a page of the site is open and the server answers;
 * - `refused`: the server refused it. It becomes the draft of its form again, with the errors;
 * - `sent`: it is on the server. Shown for a day, or until it is put away.
 */
export interface QueuedLead extends Pick<QueuedRecord, 'kind' | 'state'> {
  /** The storage key. It is unique, unlike the reference. */
  readonly key: string;
  readonly reference: string;
  /** False when the browser refuses its storage. Then the submission is lost when this page closes. */
  readonly onDevice: boolean;
  /** It changes what was sent before under the same reference. */
  readonly isChange: boolean;
  /**
   * It was refused, and not because of an answer. While it waits, something in between refuses it; in state `refused` the refusal
   * is final. The person should call or write.
   */
  readonly isHindered: boolean;
  /** It is being sent, or was sent and no response came: the server may have it. */
  readonly unsure: boolean;
}

const none: readonly QueuedLead[] = [];

/** The current queue, oldest first. */
export const queuedLeads = createStore(none);

/** The current queue, as a hook. */
export const useQueue = (): readonly QueuedLead[] => useStore(queuedLeads, () => none);

/** How often another tab may have the turn, about a minute, before this one sends all the same. */
const mostTurns = 4;
/** How long a sent submission is shown. */
const showSentMs = 24 * 3_600_000;

export type SendQueue = ReturnType<typeof createSendQueue>;

export function createSendQueue(
  environment: Environment,
  publish: (leads: readonly QueuedLead[]) => void = queuedLeads.set,
) {
  const { device, now, isVisible, events, after, spread } = environment;
  const sentLog = createSentLog(device, now);
  const holder = mintId();
  let flushing: Promise<void> | undefined;
  let failures = 0;
  /** How often in a row another tab had the turn to send. */
  let turns = 0;
  let cancelRetry: (() => void) | undefined;
  /** The keys of submissions that the browser refused to store. */
  const inMemoryAlone = new Set<string>();

  const read = (key: string) => readRecord(device, key, queuedRecord);
  const all = (): QueuedRecord[] =>
    device
      .keys(queuedPrefix)
      .flatMap((key) => read(key) ?? [])
      .sort((a, b) => a.queuedAt - b.queuedAt);
  const waitingNow = () => all().filter(({ state }) => state === 'waiting');

  const present = ({ key, kind, id, root, state, unsure, isHindered = false }: QueuedRecord): QueuedLead => ({
    key,
    kind,
    reference: referenceOf(root),
    state,
    onDevice: !inMemoryAlone.has(key),
    isChange: isChange({ id, root }),
    isHindered,
    unsure,
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

  /** The record, if it still waits. Another tab may have sent or removed it meanwhile. */
  const stillWaiting = (key: string) => {
    const record = read(key);
    return record?.state === 'waiting' ? record : undefined;
  };

  /**
   * Retries later, even while the browser says that it is offline. The browser may be wrong (a VPN, a virtual machine), and may not
   * report that it is online again.
   */
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

  async function flush(): Promise<void> {
    // The storage may have been cleared meanwhile, and no event tells this page of that.
    if (!waitingNow().length) return tell();
    flushing ??= environment
      .loadSender()
      .then(({ sendWaiting }) => sendWaiting(environment, holder, waiting, turns < mostTurns))
      // When the browser refuses its locks, or the code that sends cannot be loaded, the next retry tries again.
      .catch(() => true)
      .then((isSent) => {
        flushing = undefined;
        turns = isSent ? 0 : turns + 1;
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
    /** Adds a submission. Returns false when only this page's memory has it. */
    add({ kind, answers, extras, identity, fingerprint }: Submission, startedAt: number): boolean {
      const key = queuedPrefix + identity.id;
      const onDevice = write({
        version: 1,
        ...identity,
        key,
        kind,
        answers,
        extras,
        startedAt,
        // Later than everything that waits, even when the device's clock was set back meanwhile.
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
    /** The waiting submission with these answers; undefined when there is none, or when a later one of the same lead waits. */
    waiting(kind: LeadKind, fingerprint: string): (QueuedLead & { readonly identity: Identity }) | undefined {
      const latest = new Map(waitingNow().map((lead) => [lead.root, lead]));
      const same = [...latest.values()].find(
        (lead) => lead.kind === kind && fingerprintOf(lead.answers) === fingerprint,
      );
      if (!same) return undefined;
      const { id, root, unsure } = same;
      return { ...present(same), identity: { id, root, unsure } };
    },
    /** The changes of a lead that wait, oldest first. */
    changes: (root: string): readonly QueuedRecord[] =>
      waitingNow().filter((lead) => lead.root === root && isChange(lead)),
    /** The fingerprint of the last waiting submission of a lead; undefined when none waits. */
    waitsAs(root: string): string | undefined {
      const last = waitingNow().findLast((lead) => lead.root === root);
      return last && fingerprintOf(last.answers);
    },
    /** The last send of these answers under a reference, by any tab, or the note that they are to go out. */
    lastSend: sentLog.last,
    /** The oldest submission of this form that the server refused. */
    refused: (kind: LeadKind): QueuedRecord | undefined =>
      all().find((record) => record.kind === kind && record.state === 'refused'),
    /** Removes a submission from the queue, whatever its state. */
    remove(key: string): void {
      device.remove(key);
      tell();
    },
    /** Sends the waiting submissions now, unless another tab does. Never rejects. */
    flush,
    /** Starts sending the waiting submissions whenever that is possible. The returned function stops it. */
    start(): () => void {
      const online = () => {
        failures = 0;
        void flush();
      };
      const shown = () => {
        if (!isVisible()) return;
        // A page from the back/forward cache has received no events meanwhile.
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

/** The queue of this page. It starts with the first call, and works until the page ends. */
export function sharedSendQueue(): SendQueue {
  if (!shared) {
    shared = createSendQueue(browserEnvironment());
    shared.start();
  }
  return shared;
}
