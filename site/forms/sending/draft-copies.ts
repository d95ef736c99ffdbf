/**
 * The two copies of a form's draft: the one of this tab, and the one on the device, which all tabs share. The tab's own copy wins
 * in a reload, so that a tab gets back what was typed in it.
 */
import type { TextStorage } from '#client/lib/storage.ts';
import type { Environment } from './environment.ts';
import { draftLifeMs, notAhead } from './lifetimes.ts';
import { type DraftRecord, draftRecord, readRecord, writeRecord } from './records.ts';
import { fingerprintOf, type SentLog } from './sent-log.ts';

/**
 * When the device stored a draft, or why it has not: `refused`, the browser refused its storage; `tab`, only this tab has the
 * draft, because another tab removed it from the device or put its own there.
 */
export type Kept = Date | 'refused' | 'tab';

/** The fingerprint of a draft's answers as they would be sent. */
export const printOf = (record: DraftRecord | undefined): string =>
  record?.fingerprint ?? fingerprintOf(record?.answers ?? {});

export function createDraftCopies(
  key: string,
  { now, device, tab }: Pick<Environment, 'now' | 'device' | 'tab'>,
  sentLog: SentLog,
) {
  /** The fingerprint of the answers that this tab stored last, or restored from the device. */
  let held: string | undefined;

  /** A draft, if it is young enough, even if it was sent meanwhile. One that is too old is removed. */
  function readYoung(from: TextStorage): DraftRecord | undefined {
    const stored = readRecord(from, key, draftRecord);
    if (!stored) return undefined;
    const record = notAhead(stored, now());
    if (record !== stored) writeRecord(from, key, record);
    if (now() - record.savedAt < draftLifeMs) return record;
    from.remove(key);
    return undefined;
  }

  /** A young draft, unless it was sent meanwhile. */
  function read(from: TextStorage): DraftRecord | undefined {
    const record = readYoung(from);
    const sent = record && sentLog.of(record.id);
    return sent?.acknowledged && sent.fingerprint === printOf(record) ? undefined : record;
  }

  const onDevice = () => readRecord(device, key, draftRecord);

  return {
    read,
    readYoung,
    /** Whatever draft the device keeps now. */
    onDevice,
    /** Remembers what the tab has restored. */
    hold(record: DraftRecord | undefined): void {
      held = printOf(record);
    },
    /** Stores a draft in the tab and on the device. Returns it with `isRefused`. */
    write(record: DraftRecord): DraftRecord {
      const kept = { ...record, isRefused: !writeRecord(device, key, record) };
      writeRecord(tab, key, kept);
      held = printOf(record);
      return kept;
    },
    /** How a draft is kept at this moment. */
    keptAs({ answers, savedAt, isRefused }: DraftRecord): Kept {
      if (isRefused) return 'refused';
      const stored = onDevice();
      return stored && fingerprintOf(stored.answers) === fingerprintOf(answers) ? new Date(savedAt) : 'tab';
    },
    /**
     * Removes the draft from the tab and from the device. A draft that another tab has put on the device since stays, even if it
     * shares the id.
     *
     * @param id the id of this tab's draft
     */
    remove(id: string | undefined, print = held): void {
      const stored = onDevice();
      // When the device had no space for the draft, an earlier version of it may be stored there.
      const isEarlier = readRecord(tab, key, draftRecord)?.isRefused && stored?.id === id;
      if (stored && (isEarlier || printOf(stored) === print)) device.remove(key);
      tab.remove(key);
    },
  };
}
