/**
 * The status of each form, for as long as the document lives. It belongs to no component: a person may close the dialog or change the
 * page while a form is being sent, and finds the form with its status afterwards. Meanwhile each page's note shows it.
 */
import { createStore, useStore } from '#client/lib/store.ts';
import type { Answers, FieldError } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { keepReceipt, type Receipt, receipts } from './receipt/receipts.ts';
import type { Typed } from './sending/drafts.ts';
import { createSending, type Outcome, type Sending, type SendOptions } from './sending/sending.ts';

/**
 * - `filling`: nothing was sent, or something was changed since; `asked`: the person asked for the form in the note;
 * - `refused`: with what must be corrected; `attempt` counts the refusals of this document, `bySend` says that the server
 *   refused;
 * - `submitting`: on its way, or waiting until `retryAtMs` of `performance.now()` because the server is busy;
 * - `failed`: it did not arrive, and everything typed is still there;
 * - `done`: received, or kept in this browser while the browser is offline.
 */
export type LeadFormState =
  | { readonly status: 'filling'; readonly asked?: true }
  | {
      readonly status: 'refused';
      readonly errors: readonly FieldError[];
      readonly attempt: number;
      readonly bySend: boolean;
    }
  | { readonly status: 'submitting'; readonly retryAtMs?: number }
  | { readonly status: 'failed' }
  | { readonly status: 'done'; readonly receipt: Receipt };

/** A lead that was sent and has changed since. The form holds the changes, which are to amend it. */
interface Amended {
  readonly reference: string;
  /** The answer to the press has just come. */
  readonly bySend: boolean;
}

/** What the note on every page says about a form that is not shown. */
export type Told = (
  | { readonly state: 'sending' | 'failed' | 'refused' }
  | { readonly state: 'sent' | 'edited'; readonly reference: string }
) & {
  /** It changes what was sent before. */
  readonly isChange: boolean;
};

/** Everything that is shown about a form, in its own place and in the note. */
interface LeadView {
  readonly form: LeadFormState;
  /** Set while the form holds changes to a sent lead that are not sent yet. */
  readonly amended: Amended | undefined;
  /** What the note has to say; `undefined` while the form itself says it. */
  readonly told: Told | undefined;
  /** Counts the finished submissions of this form. The form is emptied each time that this grows. */
  readonly round: number;
}

const filling: LeadFormState = { status: 'filling' };
const prerendered: LeadView = { form: filling, amended: undefined, told: undefined, round: 0 };

export type LeadStatus = ReturnType<typeof createLeadStatus>;

function createLeadStatus(kind: LeadKind) {
  const view = createStore(prerendered);
  let state = filling;
  /** A submission that was received while the form was not shown, for the note. */
  let unread: Told | undefined;
  let amended: Amended | undefined;
  let reader: (() => Typed | null) | undefined;
  let round = 0;
  let attempts = 0;
  let views = 0;
  /** Whether the form was shown when `state` was set, so that the person saw it. */
  let seen = false;
  let made: Sending | undefined;

  const sending = () => {
    made ??= createSending(kind);
    return made;
  };

  function toTell(): Told | undefined {
    if (views > 0) return unread;
    const isChange = amended !== undefined;
    if (state.status === 'submitting') return { state: 'sending', isChange };
    if (state.status === 'failed') return { state: 'failed', isChange };
    if (state.status === 'refused' && state.bySend) return { state: 'refused', isChange };
    return amended ? { state: 'edited', reference: amended.reference, isChange } : unread;
  }

  const changed = () => view.set({ form: state, amended, told: toTell(), round });

  function set(next: LeadFormState): void {
    state = next;
    seen = views > 0;
    changed();
  }

  function reopen(): void {
    if (state.status !== 'submitting' && state.status !== 'done') set(filling);
  }

  function refuse(errors: readonly FieldError[], bySend: boolean): void {
    attempts += 1;
    set({ status: 'refused', errors, attempt: attempts, bySend });
  }

  function showOutcome(outcome: Outcome, answers: Answers): void {
    if (outcome.state === 'refused') refuse(outcome.errors, true);
    else if (outcome.state === 'failed') set({ status: 'failed' });
    else finish(outcome, answers);
  }

  /** The answers are on the server or in the queue. */
  function finish(outcome: Outcome & { state: 'sent' | 'queued' }, answers: Answers): void {
    const { reference } = outcome;
    const sent = { kind, reference, at: new Date(), answers };
    const receipt: Receipt =
      outcome.state === 'sent'
        ? { ...sent, state: 'received' }
        : { ...sent, state: 'waiting', onDevice: outcome.onDevice, isChange: outcome.isChange };
    const isChange = amended !== undefined;
    amended = undefined;
    if (outcome.state === 'sent' && outcome.edited) {
      amended = { reference, bySend: true };
      state = filling;
    } else if (views > 0) state = { status: 'done', receipt };
    else {
      // The note shows a waiting submission from the queue.
      if (outcome.state === 'sent') unread = { state: 'sent', reference, isChange };
      round += 1;
      state = filling;
    }
    keepReceipt(kind, receipt);
    changed();
  }

  function startAgain(): void {
    if (state.status !== 'done') return;
    round += 1;
    set(filling);
  }

  receipts.subscribe(() => {
    if (state.status !== 'done') return;
    const receipt = receipts.get()[kind];
    if (!receipt) startAgain();
    else if (receipt !== state.receipt) set({ status: 'done', receipt });
  });

  return {
    view,
    sending,
    /** Sends, unless the form is on its way. Never rejects. */
    async send(answers: Answers, options?: Pick<SendOptions, 'leaveBlank'>): Promise<void> {
      if (state.status === 'submitting' || state.status === 'done') return;
      unread = undefined;
      if (amended) amended = { ...amended, bySend: false };
      set({ status: 'submitting' });
      const onWait = (delayMs: number) => set({ status: 'submitting', retryAtMs: performance.now() + delayMs });
      const current = () => reader?.() ?? undefined;
      showOutcome(await sending().send(answers, { ...options, onWait, current }), answers);
    },
    /** Call it when something is typed into a form that is done. The typing then changes what was sent. */
    revise(): void {
      if (state.status !== 'done') return;
      sending().revise();
      amended = { reference: state.receipt.reference, bySend: false };
      set(filling);
    },
    /** Checks whether the draft of the form amends a lead that was sent. */
    lookAtDraft(): void {
      if (state.status === 'submitting' || state.status === 'done') return;
      const reference = sending().amends();
      if (reference === amended?.reference) return;
      amended = reference === undefined ? undefined : { reference, bySend: false };
      changed();
    },
    /** Registers `read`, which reads the form, while the form is in the page. The returned function ends that. */
    attach(read: () => Typed | null): () => void {
      reader = read;
      return () => {
        if (reader === read) reader = undefined;
      };
    },
    refuse: (errors: readonly FieldError[]): void => refuse(errors, false),
    /** Returns the status to `filling`, unless the form is being sent or was. */
    reopen,
    /** Call it when the form's page is left. A result that the person read there is not shown again. */
    leave(): void {
      if (seen) reopen();
    },
    /** Empties the form for the next person, when its submission was done. */
    startAgain,
    /** The person asks for the form in the note. What waits for its place comes into it. */
    open(): void {
      startAgain();
      if (state.status === 'filling') set({ status: 'filling', asked: true });
    },
    /** Marks the form as shown, until the returned function is called. */
    markShown(): () => void {
      views += 1;
      seen = true;
      changed();
      return () => {
        views -= 1;
        // A failure that was read is not told again.
        if (views === 0 && state.status === 'failed') state = filling;
        changed();
      };
    },
    /** Call it when the person has read, in the note, that the form was sent. */
    putAway(): void {
      unread = undefined;
      changed();
    },
  };
}

const statuses = new Map<LeadKind, LeadStatus>();

/** The status of the form of a kind in this document. */
export function leadStatus(kind: LeadKind): LeadStatus {
  let status = statuses.get(kind);
  if (!status) {
    status = createLeadStatus(kind);
    statuses.set(kind, status);
  }
  return status;
}

/** What is shown about the form of a kind, as a hook. */
export const useLeadView = (kind: LeadKind): LeadView => useStore(leadStatus(kind).view, () => prerendered);
