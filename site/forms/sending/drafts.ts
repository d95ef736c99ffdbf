/**
 * The draft of one form in this tab: what is typed, and the id that will name it. The device's record is shared by all tabs, so
 * that two tabs with the same form send the same id; the tab's own copy wins in a reload, so that a tab gets back what was
 * typed in it.
 */
import type { TextStorage } from '#client/lib/storage.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import type { Environment } from './environment.ts';
import { draftLifeMs, notAhead } from './lifetimes.ts';
import {
  type DraftRecord,
  draftKey,
  draftRecord,
  type Identity,
  type QueuedRecord,
  readRecord,
  writeRecord,
} from './records.ts';
import { fingerprintOf, type SentLog } from './sent-log.ts';

/** Answers as they are typed, and as they would be sent: without spaces, signs and secrets that the checks take out. */
export interface Typed {
  readonly answers: Answers;
  readonly sendable: Answers;
}

/**
 * Since when the device keeps a draft, or why it does not: `refused` when the browser refused it, `tab` when it is in this tab alone,
 * because another tab took it off the device or put its own there.
 */
export type Kept = Date | 'refused' | 'tab';

export interface Drafts {
  /** The draft of this tab, or else of the device. */
  restore(): DraftRecord | undefined;
  /**
   * The form holds these answers already: the browser brought them back, or they were typed before the script came. If they were
   * sent from this tab without an answer, it goes on with them: what the person changes in them amends that lead, although
   * another page has found out that it arrived.
   *
   * @param posted the id under which the browser posted them by itself, before the script came
   */
  resume(answers: Answers, posted?: string): void;
  /** Makes a draft of what the server refused in the queue; `taken` takes it out of there. */
  adopt(refused: QueuedRecord | undefined, taken: (key: string) => void): DraftRecord | undefined;
  /** Keeps what is typed, and says how. */
  save(typed: Typed): Kept;
  /** How a draft is kept by now. */
  keptAs(record: DraftRecord): Kept;
  /** How the draft that was typed in this tab is kept by now; undefined when there is none. */
  kept(): Kept | undefined;
  /** The identity under which these answers are to be sent now. */
  claim(fingerprint: string): Identity;
  /** The identity of the draft as it stands. */
  identity(): Identity | undefined;
  /** Keeps answers that are being sent, and whether the server may have them. */
  keep(identity: Identity, answers: Answers): void;
  /** Keeps what is kept of this tab by now under another identity. */
  rename(identity: Identity): void;
  /** The answers of the press are on the server: what was typed since is the draft, and is to amend them. */
  amend(typed: Typed, sent: Identity): void;
  /** What was sent last is changed: what is typed from now on is to amend it. */
  revise(): void;
  /**
   * The reference of the lead that the draft is to amend: the server has that lead with other answers, or it waits with others.
   *
   * @param waitsAs gives the fingerprint of what waits last of a lead
   */
  amends(waitsAs: (root: string) => string | undefined): string | undefined;
  /** What was typed is what the server has, again: nothing is left to send. The next change amends the same lead. */
  unedit(): undefined;
  /** How long the form is open, in this page and in those before it, in milliseconds. No setting of a clock changes it. */
  openMs(): number;
  /** When the person began to fill the form in, in milliseconds since 1970. */
  startedAt(): number;
  /** The answers are on the server or in the queue: the draft is over, and so is its id. */
  end(fingerprint: string, sent?: Identity): void;
  /**
   * Nothing is typed any more: takes the answers off the device. If they may have been sent, what is typed next is a submission of
   * its own, unless they are on their way at this moment.
   */
  emptied(isUnderWay: boolean): undefined;
  /** Forgets the draft. True when the device keeps what another tab typed into it. */
  clear(): boolean;
  /** Keeps again what was cleared, as the same draft. */
  undoClear(answers: Answers): Kept;
}

export function createDrafts(
  kind: LeadKind,
  {
    now,
    clockMs,
    random,
    device,
    tab,
    smsConsentVersion,
  }: Pick<Environment, 'now' | 'clockMs' | 'random' | 'device' | 'tab' | 'smsConsentVersion'>,
  sentLog: SentLog,
): Drafts {
  const key = draftKey(kind);
  let identity: Identity | undefined;
  /** That of the draft that was cleared, until something else is typed. */
  let cleared: Identity | undefined;
  /** That of what was sent last. */
  let ended: Identity | undefined;
  /** Fingerprint of what this tab kept last, or was shown of what the device keeps. */
  let held: string | undefined;
  let openedAtMs = clockMs();

  const openMs = () => clockMs() - openedAtMs;
  const startedAt = () => now() - openMs();

  /** A draft that is young enough. One that is too old leaves the device. */
  function readYoung(from: TextStorage): DraftRecord | undefined {
    const stored = readRecord(from, key, draftRecord);
    if (!stored) return undefined;
    const record = notAhead(stored, now());
    if (record !== stored) writeRecord(from, key, record);
    if (now() - record.savedAt >= draftLifeMs) {
      from.remove(key);
      return undefined;
    }
    return record;
  }

  /** The same, unless it was sent meanwhile. */
  function read(from: TextStorage): DraftRecord | undefined {
    const record = readYoung(from);
    const sent = record && sentLog.of(record.id);
    return sent?.acknowledged && sent.fingerprint === printOf(record) ? undefined : record;
  }

  const printOf = (record: DraftRecord | undefined) => record?.fingerprint ?? fingerprintOf(record?.answers ?? {});

  const recordOf = (named: Identity, { answers, sendable }: Typed, more?: Partial<DraftRecord>): DraftRecord => ({
    version: 1,
    ...named,
    answers,
    fingerprint: fingerprintOf(sendable),
    wording: smsConsentVersion,
    savedAt: now(),
    startedAt: startedAt(),
    ...more,
  });

  /** Keeps a record, and says how. */
  function write(record: DraftRecord): DraftRecord {
    const kept = { ...record, isRefused: !writeRecord(device, key, record) };
    writeRecord(tab, key, kept);
    held = printOf(record);
    return kept;
  }

  function keptAs({ answers, savedAt, isRefused }: DraftRecord): Kept {
    if (isRefused) return 'refused';
    const stored = readRecord(device, key, draftRecord);
    return stored && fingerprintOf(stored.answers) === fingerprintOf(answers) ? new Date(savedAt) : 'tab';
  }

  /** Takes over the id of a record, and whether the server may have it. */
  function takeOver(record: Identity & Pick<DraftRecord, 'startedAt'>, elsewhere: boolean): void {
    // While another page waits for the answer, the attempt is that page's own.
    const othersAttempt = elsewhere && (sentLog.of(record.id)?.underWayUntil ?? 0) > now();
    identity = { id: record.id, root: record.root, unsure: record.unsure && !othersAttempt };
    // The form was open before this page.
    openedAtMs = Math.min(openedAtMs, clockMs() - now() + record.startedAt);
  }

  function restore(): DraftRecord | undefined {
    const own = read(tab);
    const shared = read(device);
    const record = own ?? shared;
    if (record && !identity) takeOver(record, !own);
    held = printOf(record);
    // The browser may have room for it by now.
    return own?.isRefused && !shared ? write(own) : record;
  }

  function mint(): Identity {
    const id = mintId(random);
    return { id, root: id, unsure: false };
  }

  /**
   * The identity of what is typed here. Without one yet, the draft on the device lends its id, so that two tabs with the same
   * answers send one submission; its attempts stay those of the tab that made them.
   */
  function current(): Identity {
    if (!identity && read(tab)) restore();
    const lent = identity ? undefined : read(device);
    identity ??= lent && lent.id === lent.root ? { id: lent.id, root: lent.root, unsure: false } : mint();
    return identity;
  }

  /** Takes the draft out of the tab and off the device. What another tab has put there since stays: both may share its id. */
  function remove(print = held): void {
    const stored = readRecord(device, key, draftRecord);
    // What the device had no room for has an earlier version there.
    const isEarlier = readRecord(tab, key, draftRecord)?.isRefused && stored?.id === identity?.id;
    if (stored && (isEarlier || printOf(stored) === print)) device.remove(key);
    tab.remove(key);
  }

  function save(typed: Typed): Kept {
    cleared = undefined;
    return keptAs(write(recordOf(current(), typed)));
  }

  const asSent = (answers: Answers): Typed => ({ answers, sendable: answers });
  /** The next submission of the same lead. */
  const nextOf = ({ root }: Pick<Identity, 'root'>): Identity => ({ ...mint(), root });

  return {
    restore,
    resume(answers, posted) {
      // They are in the form since before this script: since the page began, as far as anybody can tell.
      openedAtMs = 0;
      if (posted) identity = { id: posted, root: posted, unsure: true };
      const own = identity ? undefined : readYoung(tab);
      if (own?.unsure && fingerprintOf(own.answers) === fingerprintOf(answers)) takeOver(own, false);
    },
    adopt(refused, taken) {
      if (!refused) return undefined;
      const { key: queuedKey, answers, errors, extras } = refused;
      takeOver(refused, false);
      const wording = extras['sms_consent_version'] as string | undefined;
      const record = write(recordOf(current(), asSent(answers), { errors, wording }));
      taken(queuedKey);
      return record;
    },
    save,
    keptAs,
    kept() {
      const own = read(tab);
      return own && keptAs(own);
    },
    claim(fingerprint) {
      const own = current();
      const sent = sentLog.of(own.id);
      const isOwnAttempt = own.unsure || own.root !== own.id;
      // The server was asked meanwhile and has it: another version takes another id.
      if (isOwnAttempt && sent?.acknowledged && sent.fingerprint !== fingerprint) identity = nextOf(own);
      if (isOwnAttempt) return identity ?? own;
      // The same answers went out just now, from another tab or before a reload: they keep their id.
      const same = sentLog.same(kind, fingerprint);
      // Answers of before a change bring the lead back to what it was.
      if (same?.isReplaced) identity = nextOf(same);
      else if (same) identity = { id: same.id, root: same.root, unsure: false };
      // Another tab sent other answers under the shared id: these are a submission of their own.
      else if ((sent?.fingerprint ?? fingerprint) !== fingerprint) identity = mint();
      return identity ?? own;
    },
    identity: () => identity,
    keep(kept, answers) {
      identity = kept;
      write(recordOf(kept, asSent(answers)));
    },
    rename(kept) {
      identity = kept;
      // Emptied by hand meanwhile, it stays off the device.
      const typed = readYoung(tab);
      if (typed) write({ ...typed, ...kept });
    },
    amend(typed, sent) {
      identity = nextOf(sent);
      write(recordOf(identity, typed));
    },
    revise() {
      if (ended) identity ??= nextOf(ended);
    },
    amends(waitsAs) {
      // Looking takes no draft over from another tab.
      const record = read(tab) ?? read(device);
      const named = identity ?? record;
      if (!record || record.id !== named?.id) return undefined;
      // Another tab sent something else under the id of this draft: the draft becomes its own lead.
      if (!named.unsure && named.root === named.id) return undefined;
      const before = waitsAs(named.root) ?? sentLog.holding(named.root)?.fingerprint;
      return (before ?? printOf(record)) === printOf(record) ? undefined : referenceOf(named.root);
    },
    unedit: () => remove() as undefined,
    openMs,
    startedAt,
    end(fingerprint, sent = identity) {
      remove(fingerprint);
      ended = sent;
      identity = undefined;
      openedAtMs = clockMs();
    },
    emptied(isUnderWay) {
      remove();
      const { id, root, unsure } = identity ?? { id: '', root: '', unsure: false };
      if (!isUnderWay && (unsure || root !== id || sentLog.of(id))) identity = undefined;
    },
    clear() {
      cleared = identity;
      remove();
      identity = undefined;
      return readRecord(device, key, draftRecord) !== undefined;
    },
    undoClear(answers) {
      identity ??= cleared;
      return save(asSent(answers));
    },
  };
}
