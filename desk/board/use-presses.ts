import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { requestAddress } from '../app/paths.ts';
import { draftStand, dropDraft } from '../lib/drafts.ts';
import { useTellFailure } from '../lib/left-press.ts';
import type { Fault } from '../ui/SendForm.tsx';
import { type BarAction, barOf } from './actions.ts';
import { type DoneForm, dealChanges } from './deal-form.ts';
import type { RequestActions } from './requests.ts';
import { type Sent, whyNot } from './sent.ts';

/** An action that opens a dialog first. */
type DialogAction = 'done' | 'hand-off';

/** Why the last press failed; without `why` it did not. */
interface Failed {
  readonly why?: string | undefined;
  readonly sent?: Sent;
  /** The action, when the server did not answer. */
  readonly unheard?: BarAction | undefined;
  /** The action whose dialog has closed because it was not possible any more. */
  readonly gone?: DialogAction;
}

/** A press in a dialog that got no answer. The server may have stored it. */
interface Unheard {
  readonly action: DialogAction;
  /** Sends exactly the same press again. */
  readonly send: () => Promise<Sent>;
  /** The fingerprint of the form's draft when it was sent (`draftStand`). */
  readonly typed: string;
}

/** The presses on a request: what is being sent, which dialog is open, and what became of the last press. */
export function usePresses(record: RequestRecord, clock: { now(): number }, actions: RequestActions) {
  const { id, dealershipName, closing, can } = record;
  const [pending, setPending] = useState<BarAction>();
  const [dialog, setDialog] = useState<DialogAction>();
  // The record from which the dialogs are filled in. A dialog that is opened again keeps what was typed, unless the deal or its
  // stage has changed.
  const [from, setFrom] = useState(record);
  const [failed, setFailed] = useState<Failed & { readonly count: number }>();
  const [unheard, setUnheard] = useState<Unheard>();
  const [arrived, setArrived] = useState<DialogAction>();
  /** The dialog's action that was pressed last, while it may be stored. */
  const [pressed, setPressed] = useState<DialogAction>();
  const draftOf = (action: DialogAction) => `${action} ${id}`;
  const opened = useRef(dialog);
  useEffect(() => {
    opened.current = dialog;
  });
  const tell = useTellFailure();
  /** @param isRead whether the open dialog says it already */
  const say = (said: Failed, isRead = false) =>
    tell({ about: dealershipName, path: requestAddress(id) }, said.why, () => {
      if (isRead) return;
      setFailed((before) => (said.why === undefined ? undefined : { ...said, count: (before?.count ?? 0) + 1 }));
    });
  const mayDo = (action: DialogAction | undefined) => (action === 'done' ? can.done : can.handOff);
  // An unanswered action that the record no longer offers was stored, or is impossible now. Do not tell the person to press it
  // again. Nor say that an action is impossible when it is possible again.
  const isFailed =
    failed !== undefined &&
    (failed.unheard === undefined || barOf(record).includes(failed.unheard)) &&
    (failed.gone === undefined || !mayDo(failed.gone));

  const sayGone = (action: DialogAction) => {
    const why =
      closing?.as === 'cancelled'
        ? 'The dealership has just cancelled this request. What you typed is kept.'
        : `Somebody changed this request meanwhile. You cannot ${action === 'done' ? 'close this request' : 'hand it off'} any more.`;
    say({ why, gone: action });
  };
  const mayGoOn = mayDo(dialog);
  const isDecided = unheard !== undefined && pending === undefined && !mayDo(unheard.action);
  const onGone = useEffectEvent(() => {
    if (dialog === undefined || mayGoOn) return;
    setDialog(undefined);
    // A press that is under way or got no answer reports its own result.
    if (pending === undefined && unheard === undefined) sayGone(dialog);
  });
  // Somebody else took the request, or it ended. The dialog closes, says why, and does not open again by itself.
  useEffect(() => {
    if (dialog !== undefined && !mayGoOn) onGone();
  }, [dialog, mayGoOn]);

  const keepPressed = ({ kind }: Sent) => {
    if (kind !== 'taken' && kind !== 'unreachable') setPressed(undefined);
  };
  /** Sends an unanswered press again to learn its result: `taken` if the server stored that press before, else `late`. */
  const askAgain = useEffectEvent(async () => {
    if (!unheard) return;
    const { action, send, typed } = unheard;
    setUnheard(undefined);
    const sent = await send();
    keepPressed(sent);
    if (sent.kind === 'late') return sayGone(action);
    if (sent.kind !== 'taken') return say({ why: whyNot(sent, clock.now()) });
    // Keep a draft that was changed since: it is something new.
    if (draftStand(draftOf(action)) === typed) dropDraft(draftOf(action));
    setArrived(action);
    say({});
  });
  // The record no longer offers the unanswered action: either it was stored, or somebody else was first.
  useEffect(() => {
    if (isDecided) void askAgain();
  }, [isDecided]);

  /** Sends a press, which replaces the one before it. */
  async function act(action: BarAction, send: () => Promise<Sent>) {
    setUnheard(undefined);
    setArrived(undefined);
    setPending(action);
    const sent = await send();
    setPending(undefined);
    return { why: whyNot(sent, clock.now()), unheard: sent.kind === 'unreachable' ? action : undefined, sent };
  }
  async function press(action: BarAction): Promise<void> {
    if (action === 'done' || action === 'hand-off') {
      if (from.deal.version !== record.deal.version || from.stage !== record.stage) setFrom(record);
      return setDialog(action);
    }
    say(await act(action, () => actions.step(action)));
  }
  async function sendDialog(action: DialogAction, send: () => Promise<Sent>): Promise<Fault | undefined> {
    const typed = draftStand(draftOf(action));
    setPressed(action);
    const outcome = await act(action, send);
    const { why, sent } = outcome;
    keepPressed(sent);
    setUnheard(outcome.unheard && { action, send, typed });
    const isOver = sent.kind === 'late' && !barOf(sent.record).includes(action);
    if (why === undefined || isOver) setDialog(undefined);
    // A browser closes a dialog at the second Esc, even while it is sending. Then the result is shown in the record.
    say(outcome, !isOver && opened.current === action);
    return why === undefined ? undefined : { text: why };
  }
  /** Closes the request. If the deal was changed meanwhile, the form says how, and the next press stores this form over it. */
  async function sendDone(form: DoneForm): Promise<Sent> {
    const sent = await actions.done(form, from.deal.version);
    if (sent.kind !== 'late' || !sent.record.can.done) return sent;
    const changes = dealChanges(from.deal, sent.record.deal);
    setFrom((before) => ({ ...before, deal: { ...before.deal, version: sent.record.deal.version } }));
    return {
      kind: 'refused',
      text: `Somebody changed the deal meanwhile. ${changes.join('; ')}. Put in what is right and press again.`,
    };
  }
  return {
    pending,
    /** Why the last press failed, as long as that is worth knowing. */
    failed: isFailed ? failed : undefined,
    /** The press that got no answer, and was stored all the same. */
    arrived,
    pressed,
    mayDo,
    draftOf,
    press: (action: BarAction) => void press(action),
    /** What both dialogs get: the open one, and the record that fills them in. */
    dialog,
    from,
    close: () => setDialog(undefined),
    onDone: (form: DoneForm) => sendDialog('done', () => sendDone(form)),
    onHandOff: (body: Parameters<RequestActions['handOff']>[0]) => sendDialog('hand-off', () => actions.handOff(body)),
  };
}
