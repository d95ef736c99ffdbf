/**
 * The draft of one form in this tab: what is typed, and the id that will name it. All tabs share the draft on the device: a tab
 * that shows it goes on with it under its id.
 */
import type { Answers } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { createDraftCopies, type Kept, printOf } from './draft-copies.ts';
import type { Environment } from './environment.ts';
import { type DraftRecord, draftKey, type Identity, isChange, newIdentity, type QueuedRecord } from './records.ts';
import { fingerprintOf, type SentLog } from './sent-log.ts';

/** Answers as they are typed, and as they would be sent: without spaces, signs and secrets that the checks take out. */
export interface Typed {
  readonly answers: Answers;
  readonly sendable: Answers;
}

export function createDrafts(
  kind: LeadKind,
  environment: Pick<Environment, 'now' | 'clockMs' | 'device' | 'tab' | 'smsConsentVersion'>,
  sentLog: SentLog,
) {
  const { now, clockMs, device, tab, smsConsentVersion } = environment;
  const copies = createDraftCopies(draftKey(kind), environment, sentLog);
  const { read, readYoung, onDevice, hold, keptAs, write } = copies;
  let identity: Identity | undefined;
  /** The identity of the cleared draft, until something else is typed. */
  let cleared: Identity | undefined;
  /** The identity of what was sent last. */
  let ended: Identity | undefined;
  let openedAtMs = clockMs();

  const openMs = () => clockMs() - openedAtMs;
  const startedAt = () => now() - openMs();

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
    hold(record);
    // The browser may have space for it now.
    return own?.isRefused && !shared ? write(own) : record;
  }

  /**
   * The identity of what is typed here. A tab that has none makes one of its own, even if the device has a draft of another tab:
   * where the device keeps no sent log, nobody could tell the sends of the two apart.
   */
  function current(): Identity {
    if (!identity && read(tab)) restore();
    identity ??= newIdentity(mintId());
    return identity;
  }

  const remove = (print?: string) => copies.remove(identity?.id, print);

  function save(typed: Typed): Kept {
    cleared = undefined;
    return keptAs(write(recordOf(current(), typed)));
  }

  const asSent = (answers: Answers): Typed => ({ answers, sendable: answers });
  /** The next submission of the same lead. */
  const nextOf = ({ root }: Pick<Identity, 'root'>): Identity => newIdentity(mintId(), root);

  return {
    /** The draft of this tab; otherwise the one of the device. */
    restore,
    /**
     * Call it when the form already holds answers: the browser restored them, or they were typed before the script was there. If this
     * tab sent the same answers and got no response, the draft goes on under that id: changes amend that lead, even if another page
     * has learned meanwhile that it arrived.
     *
     * @param posted the id under which the browser posted them by itself, before the script came
     */
    resume(answers: Answers, posted?: string): void {
      // The answers are older than this script. Count from the beginning of the page, because nothing more exact is known.
      openedAtMs = 0;
      if (posted) identity = { id: posted, root: posted, unsure: true };
      const own = identity ? undefined : readYoung(tab);
      if (own?.unsure && fingerprintOf(own.answers) === fingerprintOf(answers)) takeOver(own, false);
    },
    /** Makes a draft of a queued submission that the server refused. `taken` removes it from the queue. */
    adopt(refused: QueuedRecord | undefined, taken: (key: string) => void): DraftRecord | undefined {
      if (!refused) return undefined;
      const { key, answers, errors, extras } = refused;
      takeOver(refused, false);
      const wording = extras['sms_consent_version'] as string | undefined;
      const record = write(recordOf(current(), asSent(answers), { errors, wording }));
      taken(key);
      return record;
    },
    /** Stores what is typed, and returns how it is kept. */
    save,
    keptAs,
    /** How this tab's own draft is kept at this moment; undefined when there is none. */
    kept(): Kept | undefined {
      const own = read(tab);
      return own && keptAs(own);
    },
    /** The identity under which these answers are to be sent now. */
    claim(fingerprint: string): Identity {
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
      else if ((sent?.fingerprint ?? fingerprint) !== fingerprint) identity = newIdentity(mintId());
      return identity ?? own;
    },
    identity: () => identity,
    /** Stores answers that are being sent, with their identity. */
    keep(sent: Identity, answers: Answers): void {
      identity = sent;
      write(recordOf(sent, asSent(answers)));
    },
    /** Stores this tab's current draft under another identity. */
    rename(next: Identity): void {
      identity = next;
      // A draft that the person has emptied meanwhile is not stored again.
      const typed = readYoung(tab);
      if (typed) write({ ...typed, ...next });
    },
    /** The sent answers are on the server. What was typed since becomes the draft, which is to amend them. */
    amend(typed: Typed, sent: Identity): void {
      identity = nextOf(sent);
      write(recordOf(identity, typed));
    },
    /** The person changes what was sent last: what is typed from now on is to amend it. */
    revise(): void {
      if (ended) identity ??= nextOf(ended);
    },
    /**
     * The reference of the lead that the draft is to amend; undefined when it amends none. The server has that lead with other
     * answers, or it waits in the queue with others.
     *
     * @param waitsAs gives the fingerprint of the last submission of a lead that waits in the queue
     */
    amends(waitsAs: (root: string) => string | undefined): string | undefined {
      // Only look: do not take over a draft of another tab.
      const record = read(tab) ?? read(device);
      const named = identity ?? record;
      if (!record || record.id !== named?.id) return undefined;
      // Another tab sent something else under the id of this draft: the draft becomes its own lead.
      if (!named.unsure && !isChange(named)) return undefined;
      const before = waitsAs(named.root) ?? sentLog.holding(named.root)?.fingerprint;
      return (before ?? printOf(record)) === printOf(record) ? undefined : referenceOf(named.root);
    },
    /** The typed answers equal what the server has again, so nothing is left to send. The next change amends the same lead. */
    unedit: () => remove() as undefined,
    /** How long the form has been open, here and in earlier pages, in milliseconds, whatever is done to the device's clock. */
    openMs,
    /** When the person began to fill the form in, in milliseconds since 1970. */
    startedAt,
    /** Ends the draft and its id. Call it once the answers are on the server or in the queue. */
    end(fingerprint: string, sent = identity): void {
      remove(fingerprint);
      ended = sent;
      identity = undefined;
      openedAtMs = clockMs();
    },
    /**
     * Removes the answers from the device, because the person has emptied the form. If they may have been sent, the next typing
     * begins a new submission, unless they are being sent at this moment.
     */
    emptied(isUnderWay: boolean): undefined {
      remove();
      if (!identity || isUnderWay) return;
      if (identity.unsure || isChange(identity) || sentLog.of(identity.id)) identity = undefined;
    },
    /** Forgets the draft. Returns true when the device still keeps a draft of another tab. */
    clear(): boolean {
      cleared = identity;
      remove();
      identity = undefined;
      return onDevice() !== undefined;
    },
    /** Stores the cleared answers again, as the same draft. */
    undoClear(answers: Answers): Kept {
      identity ??= cleared;
      return save(asSent(answers));
    },
  };
}
