/** Asks the server about sends whose response no page received. */
import { listen } from '#client/lib/listen.ts';
import { referenceOf } from '#contract/reference.ts';
import { backgroundBackoff, wait } from './backoff.ts';
import type { Environment } from './environment.ts';
import { unheardPrefix } from './lifetimes.ts';
import { readRecord, type UnheardRecord, unheardRecord } from './records.ts';
import { createSentLog } from './sent-log.ts';
import type { Unheard, UnheardLead } from './unheard.ts';

/** The waits before the server is asked again, in milliseconds. It may still be storing what came as the page was left. */
const askAgainMs = [1_000, 2_000] as const;

/** After this many failures in a row the note says that the result is not known. A firewall may refuse the question for ever. */
const mostSilentFailures = 3;

/** Asks about sends that other pages left unanswered: now, and whenever there may be a new one. Returns what stops it. */
export function askUnheard(environment: Environment, unheard: Unheard): () => void {
  const { device, now, events, after, askReceived } = environment;
  const sentLog = createSentLog(device, now);
  const asked = new Set<string>();
  let failures = 0;
  let cancelNext: (() => void) | undefined;
  const cancelLate: (() => void)[] = [];

  const read = (key: string) => readRecord(device, key, unheardRecord);

  async function resultOf(id: string): Promise<UnheardLead['state']> {
    for (const pauseMs of [0, ...askAgainMs]) {
      if (pauseMs > 0) await wait(environment, pauseMs);
      const received = await askReceived(id);
      if (received === undefined) return 'unknown';
      if (received) return 'received';
    }
    return 'missing';
  }

  /**
   * Asks once more about a send that the server did not have, when no response to it could come any more. A slow server may have
   * stored it meanwhile. When the form was sent again, that send reports its own result.
   */
  async function askLate(key: string, record: UnheardRecord): Promise<void> {
    const isSentAgain = () => read(key) !== undefined || sentLog.of(record.id)?.acknowledged === true;
    if (isSentAgain()) return;
    const received = await askReceived(record.id).catch(() => false);
    if (!received || isSentAgain()) return;
    sentLog.acknowledge(record.id);
    unheard.tell(record, 'received');
  }

  async function resolve(key: string, record: UnheardRecord): Promise<void> {
    if (asked.has(key)) return;
    asked.add(key);
    if (failures < mostSilentFailures) unheard.tell(record, 'asking');
    try {
      const result = await resultOf(record.id);
      failures = 0;
      const since = read(key);
      if (since && result === 'received') sentLog.acknowledge(record.id);
      // It was sent again meanwhile, from this tab or another. That send reports its own result, or is asked about in turn.
      if (since?.left !== record.left || since.postedAt !== record.postedAt) {
        asked.delete(key);
        look();
        return unheard.forget({ reference: referenceOf(record.root) });
      }
      device.remove(key);
      unheard.tell(record, result);
      const leftMs = record.until - now();
      if (result === 'missing' && leftMs > 0) cancelLate.push(after(leftMs, () => void askLate(key, record)));
    } catch {
      // The server did not answer, so it is asked again later. Only the third failure is shown, so that a line that the person puts
      // away afterwards stays away.
      lookAfter(backgroundBackoff(failures++));
      if (failures === mostSilentFailures) unheard.tell(record, 'unknown');
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
      if (!record || unheard.isOwn(record.root)) continue;
      if (record.left || now() >= record.until) void resolve(key, record);
      else lookAfter(record.until - now());
    }
  }

  const online = () => {
    failures = 0;
    look();
  };
  const hearNoMore = listen(events, { online, pageshow: look, storage: look });
  look();
  return () => {
    hearNoMore();
    cancelNext?.();
    for (const cancel of cancelLate) cancel();
  };
}
