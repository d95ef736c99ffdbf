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
  isChange,
  newIdentity,
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
 * When the device stored a draft, or why it has not: `refused`, the browser refused its storage; `tab`, only this tab has the
 * draft, because another tab removed it from the device or put its own there.
 */
export type Kept = Date | 'refused' | 'tab';

export interface Drafts {
  /** The draft of this tab; otherwise the one of the device. */
  restore(): DraftRecord | undefined;
  /**
   * Call it when the form already holds answers: the browser restored them, or they were typed before the script was there. If this
   * tab sent the same answers and got no response, the draft goes on under that id: changes amend that lead, even if another page
   * has learned meanwhile that it arrived.
   *
   * @param posted the id under which the browser posted them by itself, before the script came
   */
  resume(answers: Answers, posted?: string): void;
  /** Makes a draft of a queued submission that the server refused. `taken` removes it from the queue. */
  adopt(refused: QueuedRecord | undefined, taken: (key: string) => void): DraftRecord | undefined;
  /** Stores what is typed, and returns how it is kept. */
  save(typed: Typed): Kept;
  /** How a draft is kept at this moment. */
  keptAs(record: DraftRecord): Kept;
  /** How this tab's own draft is kept at this moment; undefined when there is none. */
  kept(): Kept | undefined;
  /** The identity under which these answers are to be sent now. */
  claim(fingerprint: string): Identity;
  /** The current identity of the draft. */
  identity(): Identity | undefined;
  /** Stores answers that are being sent, with their identity. */
  keep(identity: Identity, answers: Answers): void;
  /** Stores this tab's current draft under another identity. */
  rename(identity: Identity): void;
  /** The sent answers are on the server. What was typed since becomes the draft, which is to amend them. */
  amend(typed: Typed, sent: Identity): void;
  /** The person changes what was sent last: what is typed from now on is to amend it. */
  revise(): void;
  /**
   * The reference of the lead that the draft is to amend; undefined when it amends none. The server has that lead with other
   * answers, or it waits in the queue with others.
   *
   * @param waitsAs gives the fingerprint of the last submission of a lead that waits in the queue
   */
  amends(waitsAs: (root: string) => string | undefined): string | undefined;
  /** The typed answers equal what the server has again, so nothing is left to send. The next change amends the same lead. */
  unedit(): undefined;
  /**
   * How long the form has been open, in this page and in earlier ones, in milliseconds. Setting the device's clock does not change
   * it.
   */
  openMs(): number;
  /** When the person began to fill the form in, in milliseconds since 1970. */
  startedAt(): number;
  /** Ends the draft and its id. Call it once the answers are on the server or in the queue. */
  end(fingerprint: string, sent?: Identity): void;
  /**
   * Removes the answers from the device, because the person has emptied the form. If they may have been sent, the next typing
   * begins a new submission, unless they are being sent at this moment.
   */
  emptied(isUnderWay: boolean): undefined;
  /** Forgets the draft. Returns true when the device still keeps a draft of another tab. */
  clear(): boolean;
  /** Stores the cleared answers again, as the same draft. */
  undoClear(answers: Answers): Kept;
}

export function createDrafts(
  kind: LeadKind,
  environment: Pick<Environment, 'now' | 'clockMs' | 'random' | 'device' | 'tab' | 'smsConsentVersion'>,
  sentLog: SentLog,
): Drafts {
  const { now, clockMs, random, device, tab, smsConsentVersion } = environment;
  const key = draftKey(kind);
  let identity: Identity | undefined;
  /** The identity of the cleared draft, until something else is typed. */
  let cleared: Identity | undefined;
  /** The identity of what was sent last. */
  let ended: Identity | undefined;
  /** The fingerprint of the answers that this tab stored last, or restored from the device. */
  let held: string | undefined;
  let openedAtMs = clockMs();

  const openMs = () => clockMs() - openedAtMs;
  const startedAt = () => now() - openMs();

  /** The stored draft, if it is young enough. A draft that is too old is removed. */
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

  /** The young draft, unless it was sent meanwhile. */
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

  /** Stores a record in the tab and on the device. Returns it with `isRefused`. */
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

  /** Takes over a record's identity. `elsewhere`: the record comes from the device, not from this tab. */
  function takeOver(record: Identity & Pick<DraftRecord, 'startedAt'>, elsewhere: boolean): void {
    // While another page waits for the answer, the attempt belongs to that page.
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
    // The browser may have space for it now.
    return own?.isRefused && !shared ? write(own) : record;
  }

  /**
   * The identity of what is typed here. When there is none yet, the id of the draft on the device is used, so that two tabs with
   * the same answers send one submission. Attempts under that id still belong to the tab that made them.
   */
  function current(): Identity {
    if (!identity && read(tab)) restore();
    const lent = identity ? undefined : read(device);
    identity ??= newIdentity(lent && !isChange(lent) ? lent.id : mintId(random));
    return identity;
  }

  /**
   * Removes the draft from the tab and from the device. A draft that another tab has put on the device since stays, even if it
   * shares the id.
   */
  function remove(print = held): void {
    const stored = readRecord(device, key, draftRecord);
    // When the device had no space for the draft, an earlier version of it may be stored there.
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
  const nextOf = ({ root }: Pick<Identity, 'root'>): Identity => newIdentity(mintId(random), root);

  return {
    restore,
    resume(answers, posted) {
      // The answers are older than this script. Count from the beginning of the page, because nothing more exact is known.
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
      const isOwnAttempt = own.unsure || isChange(own);
      // The server was asked meanwhile, and has the earlier version. Another version takes another id.
      if (isOwnAttempt && sent?.acknowledged && sent.fingerprint !== fingerprint) identity = nextOf(own);
      if (isOwnAttempt) return identity ?? own;
      // The same answers went out just now, from another tab or before a reload: they keep their id.
      const same = sentLog.same(kind, fingerprint);
      // These answers are older than a later change. Sent again, they are a new change of the lead, back to what it was.
      if (same?.isReplaced) identity = nextOf(same);
      else if (same) identity = newIdentity(same.id, same.root);
      // Another tab sent other answers under the shared id: these are a submission of their own.
      else if ((sent?.fingerprint ?? fingerprint) !== fingerprint) identity = newIdentity(mintId(random));
      return identity ?? own;
    },
    identity: () => identity,
    keep(kept, answers) {
      identity = kept;
      write(recordOf(kept, asSent(answers)));
    },
    rename(kept) {
      identity = kept;
      // A draft that the person has emptied meanwhile is not stored again.
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
      // Only look: do not take over a draft of another tab.
      const record = read(tab) ?? read(device);
      const named = identity ?? record;
      if (!record || record.id !== named?.id) return undefined;
      // Another tab sent something else under the id of this draft: the draft becomes its own lead.
      if (!named.unsure && !isChange(named)) return undefined;
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
      if (!identity || isUnderWay) return;
      if (identity.unsure || isChange(identity) || sentLog.of(identity.id)) identity = undefined;
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
