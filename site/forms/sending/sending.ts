/**
 * Sends a form once. The draft carries the id of the submission. Whatever happens on the way (a second click, a reload, a lost
 * answer, another tab), the server ends up with one lead for each thing that the person meant to send.
 */
import { listen } from '#client/lib/listen.ts';
import type { Answers, FieldError } from '#contract/fields.ts';
import { consentField } from '#contract/intake.ts';
import type { LeadKind } from '#contract/pages.ts';
import { referenceOf } from '#contract/reference.ts';
import { networkError } from '../../mail/failure.ts';
import type { Submission } from './attempt.ts';
import type { Ending } from './deliver.ts';
import type { Kept } from './draft-copies.ts';
import { createDrafts, type Typed } from './drafts.ts';
import { browserEnvironment, type Environment } from './environment.ts';
import { type Identity, isChange } from './records.ts';
import type { PressedDelivery } from './send-pressed.ts';
import { type QueuedLead, type SendQueue, sharedSendQueue } from './send-queue.ts';
import { createSentLog, fingerprintOf, isUnstored, requestMs } from './sent-log.ts';
import { sharedUnheard, type Unheard } from './unheard.ts';

export type Outcome =
  /** `edited`: something was typed after the press. That is the draft now, and sending it amends this lead. */
  | { readonly state: 'sent'; readonly reference: string; readonly edited?: true }
  /**
   * The browser is offline. The submission is kept, and goes out by itself. Without `onDevice` it is lost when this page is closed.
   * `isChange`: it changes what was sent before.
   */
  | ({ readonly state: 'queued' } & Pick<QueuedLead, 'reference' | 'onDevice' | 'isChange'>)
  /** The server's 422. Nothing was stored. */
  | { readonly state: 'refused'; readonly errors: FieldError[] }
  /** Everything typed is still there, and sending it again cannot make a second lead. Status 0: no answer came. */
  | { readonly state: 'failed'; readonly status: number; readonly text: string };

interface SavedDraft {
  readonly answers: Answers;
  readonly savedAt: Kept;
  /** The errors of the server, when the draft comes back from the queue. */
  readonly errors: readonly FieldError[];
  /** The wording of the consent to texts has changed since it was given, so the consent is no longer among the answers. */
  readonly reworded?: true;
}

export interface SendOptions {
  /** The content of the field that no person sees (the honeypot). It is sent, and never kept as a draft. */
  readonly leaveBlank?: string;
  /** Called with the time until the next try, in milliseconds, while the server is busy. */
  readonly onWait?: (delayMs: number) => void;
  /** Called when the answer has come. Returns what the form holds then; undefined when it is no longer in the page. */
  readonly current?: () => Typed | undefined;
}

export interface SendingEnvironment extends Environment {
  readonly queue: SendQueue;
  readonly unheard: Unheard;
}

const inBrowser = (): SendingEnvironment => ({
  ...browserEnvironment(),
  queue: sharedSendQueue(),
  unheard: sharedUnheard(),
});

/** The ending when the code that sends could not be fetched. Nothing was sent, and the next press tries again. */
const notLoaded: Ending = { state: 'failed', status: 0, text: networkError, posted: false, mayBeStored: false };

/** One form's drafts and submissions. */
export type Sending = ReturnType<typeof createSending>;

export function createSending(kind: LeadKind, environment: SendingEnvironment = inBrowser()) {
  const { now, queue, unheard, events, isOnline, smsConsentVersion } = environment;
  const sentLog = createSentLog(environment.device, now);
  const drafts = createDrafts(kind, environment, sentLog);
  let underWay: Promise<Outcome> | undefined;
  let isPrepared = false;
  /** The last typing since the press, whether the form is still in the page or not. */
  let typedSince: Typed | undefined;

  /** Fetches the code that sends, once something is typed. A form that is only looked at costs no request for it. */
  function prepare(): void {
    if (isPrepared) return;
    isPrepared = true;
    // A failure here is not shown: the first send reports it.
    for (const fetched of [environment.prepare(kind), environment.loadSender()]) fetched.catch(() => undefined);
  }

  function isDone(fingerprint: string): boolean {
    const same = sentLog.same(kind, fingerprint);
    if (same?.acknowledged && !same.isReplaced && queue.changes(same.root).length === 0) return true;
    return queue.waiting(kind, fingerprint) !== undefined;
  }

  function putAside(submission: Submission): Outcome {
    const identity = drafts.identity() ?? submission.identity;
    const onDevice = queue.add({ ...submission, identity }, drafts.startedAt());
    drafts.end(submission.fingerprint);
    return { state: 'queued', reference: referenceOf(identity.root), onDevice, isChange: isChange(identity) };
  }

  /** Keeps or ends the draft after an ending. `current`: the identity that was sent. `typed`: what the form holds now. */
  function outcomeOf(ending: Ending, submission: Submission, current: Identity, typed: Typed | undefined): Outcome {
    const { fingerprint } = submission;
    const edited = [undefined, fingerprint, fingerprintOf({})].includes(typed && fingerprintOf(typed.sendable))
      ? undefined
      : typed;
    if (ending.state === 'acknowledged') {
      const sent = { state: 'sent', reference: referenceOf(current.root) } as const;
      if (edited) {
        drafts.amend(edited, current);
        return { ...sent, edited: true };
      }
      drafts.end(fingerprint);
      return sent;
    }
    if (edited) drafts.save(edited);
    if (ending.state === 'refused') return ending;
    const { status, text } = ending;
    // Answers that were corrected since do not go out by themselves.
    const cutOff = ending.posted && status === 0 && !isOnline() && !edited;
    if (!cutOff) return { state: 'failed', status, text };
    unheard.heard(current.root);
    return putAside(submission);
  }

  async function sendNow(submission: Submission, { onWait, current: typedNow }: SendOptions): Promise<Outcome> {
    const { answers, fingerprint, identity } = submission;
    let current = identity;
    let isKept = false;
    const waitFor = (ms: number) => unheard.begin(kind, current, now() + ms);
    const delivery: PressedDelivery = {
      environment,
      sentLog,
      keep(identity) {
        if (identity.root !== current.root) unheard.heard(current.root);
        current = identity;
        waitFor(requestMs);
        // Corrections typed after the press stay in the draft.
        if (isKept) drafts.rename(identity);
        else drafts.keep(identity, answers);
        isKept = true;
      },
      onWait(delayMs) {
        waitFor(delayMs + requestMs);
        onWait?.(delayMs);
      },
    };
    unheard.forget({ kind });
    // Store it on the device before anything else, even before the code that sends is loaded: the page may be left at any time.
    delivery.keep({ ...identity, unsure: true });
    sentLog.note(kind, identity, fingerprint, true);
    // A page that goes away no longer waits for the answer. Another tab may then continue the draft.
    const hearNoMore = listen(events, { pagehide: () => sentLog.setUnderWay(current.id) });
    // An earlier change may go out first, and a refused form is sent once more. Other tabs must see that this page still waits.
    const renew = () => {
      sentLog.setUnderWay(current.id, requestMs);
      waitFor(requestMs);
    };
    const ending = await environment
      .loadSender()
      .then(
        ({ sendPressed, repeat }) => sendPressed(submission, delivery).finally(repeat(requestMs / 3, renew)),
        () => {
          delivery.keep(identity);
          return notLoaded;
        },
      )
      .finally(hearNoMore);
    if (isUnstored(ending, current)) sentLog.withdraw(current.id);
    if (ending.state === 'failed' && ending.status === 0) unheard.failed(current.root);
    else unheard.heard(current.root);
    return outcomeOf(ending, submission, current, typedNow?.() ?? typedSince);
  }

  async function send(answers: Answers, options: SendOptions): Promise<Outcome> {
    const fingerprint = fingerprintOf(answers);
    const waiting = queue.waiting(kind, fingerprint);
    if (waiting) {
      drafts.end(fingerprint, waiting.identity);
      void queue.flush();
      return { ...waiting, state: 'queued' };
    }
    typedSince = undefined;
    const identity = drafts.claim(fingerprint);
    const extras = {
      // The visitor's own date and time, as their browser writes it (S3).
      submitted_date: new Date(now()).toLocaleString(),
      leave_blank: options.leaveBlank ?? '',
      fill_ms: drafts.openMs(),
      ...(kind === 'intake' && { sms_consent_version: smsConsentVersion }),
    };
    const submission = { kind, answers, fingerprint, extras, identity };
    return isOnline() ? sendNow(submission, options) : putAside(submission);
  }

  return {
    /** This tab's draft, otherwise the device's of less than 24 h, otherwise a queued submission that the server refused. */
    draft(): SavedDraft | undefined {
      const saved = drafts.restore() ?? drafts.adopt(queue.refused(kind), (key) => queue.remove(key));
      if (!saved) return undefined;
      const draft = { answers: saved.answers, savedAt: drafts.keptAs(saved), errors: saved.errors ?? [] };
      if (saved.answers[consentField] !== true || saved.wording === smsConsentVersion) return draft;
      return { ...draft, answers: { ...saved.answers, [consentField]: false }, reworded: true };
    },
    /**
     * Call it when the form already holds answers: the browser restored them, or they were typed before the script was there. The
     * answers are as they would be sent.
     *
     * @param posted the id under which the browser posted the form by itself
     */
    resume(answers: Answers, posted?: string): void {
      drafts.resume(answers, posted);
      const identity = posted && drafts.identity();
      if (!identity) return;
      // The server is asked whether it has that submission, as for every send whose page was left.
      sentLog.note(kind, identity, fingerprintOf(answers), false);
      unheard.begin(kind, identity, 0, true);
    },
    /**
     * Stores what is typed, and returns how it is kept; `undefined` when these answers were just sent, so that nothing is left to
     * keep.
     *
     * @param sendable the answers as they would be sent
     */
    save(answers: Answers, sendable = answers): Kept | undefined {
      prepare();
      typedSince = { answers, sendable };
      if (!underWay && isDone(fingerprintOf(sendable))) return drafts.unedit();
      return drafts.save({ answers, sendable });
    },
    /**
     * The reference of the lead that the draft amends; undefined when it amends none. The server has that lead with other answers, or
     * it waits in the queue with others.
     */
    amends: () => drafts.amends(queue.waitsAs),
    /** The person changes what was sent last: what is typed from now on amends it. */
    revise: drafts.revise,
    /** How this tab's own draft is kept at this moment: another tab may have cleared or sent it. Undefined when there is none. */
    kept: drafts.kept,
    /** Removes the draft from the device, because the person has emptied the form. */
    emptied(): undefined {
      typedSince = undefined;
      return drafts.emptied(underWay !== undefined);
    },
    /** Removes the draft from the device; the next is a new submission. True when the device keeps one of another tab. */
    clear(): boolean {
      typedSince = undefined;
      return drafts.clear();
    },
    /** Stores the cleared answers again, as the same draft and so the same submission. */
    undoClear: drafts.undoClear,
    /** Sends once: while a send is under way, a second call gets the same promise. Never rejects. */
    send(answers: Answers, options: SendOptions = {}): Promise<Outcome> {
      underWay ??= send(answers, options).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}
