import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import type { BoardPerson } from '#contract/desk/board-schemas.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { isLate } from '#contract/request-state.ts';
import { requestAddress } from '../app/paths.ts';
import { ageText } from '../lib/ages.ts';
import { dotted } from '../lib/dotted.ts';
import { draftStand, dropDraft } from '../lib/drafts.ts';
import { useTellFailure } from '../lib/left-press.ts';
import { currentPersonId } from '../lib/session.ts';
import { timeIn, whenIn } from '../lib/times.ts';
import type { Fault } from '../ui/SendForm.tsx';
import { Unbroken } from '../ui/Unbroken.tsx';
import { UnsentDraft } from '../ui/UnsentDraft.tsx';
import { useInSight } from '../ui/use-in-sight.ts';
import { ActionBar } from './ActionBar.tsx';
import { type BarAction, barOf, wasTaken } from './actions.ts';
import { askOf, heldBy, standingOf, standingWithHolder } from './board-rows.ts';
import { Deal } from './Deal.tsx';
import { DoneDialog } from './DoneDialog.tsx';
import { type DoneForm, dealChanges } from './deal-form.ts';
import { HandOffDialog } from './HandOffDialog.tsx';
import { Jacket } from './Jacket.tsx';
import { HandOffNote, RequestFacts } from './RequestFacts.tsx';
import { Earlier, SoFar } from './RequestHistory.tsx';
import type { RequestActions } from './requests.ts';
import { StoreSheet } from './StoreSheet.tsx';
import { type Sent, standsAs, whyNot } from './sent.ts';
import { Track } from './Track.tsx';
import { sinceThen } from './words.ts';

interface RecordProps {
  record: RequestRecord;
  clock: { now(): number };
  people: readonly BoardPerson[];
  actions: RequestActions;
  /** Further parts below the record: the lenders' hours and, for people who may see it, the audit. */
  audit?: ReactNode;
}

interface Outcome {
  /** Why the press failed; undefined when it was done. */
  readonly why: string | undefined;
  /** The action, when the server did not answer. */
  readonly unheard: BarAction | undefined;
  readonly sent?: Sent;
  /** Whether the action is no longer possible, so that its dialog closes. */
  readonly isOver: boolean;
}

type DialogAction = 'done' | 'hand-off';

type Why = Pick<Outcome, 'why' | 'unheard' | 'sent'> & {
  /** The action whose dialog has closed because it was not possible any more. */
  readonly gone?: DialogAction;
};

type Failed = Why & { readonly count: number };

/** A press in a dialog that got no answer. The server may have stored it. */
interface Unheard {
  readonly action: DialogAction;
  /** Sends exactly the same press again. */
  readonly send: () => Promise<Sent>;
  /** The fingerprint of the form's draft when it was sent (`draftStand`). */
  readonly typed: string;
}

/** One request: what the store asks, what is known about the store, the deal's fields, and what can be done now. */
export function Record({ record, clock, people, actions, audit }: RecordProps) {
  const { dealershipName, dealershipZone, reference, createdAt, endedAt, acceptedAt, mine, closing, can } = record;
  const nowMs = useNow(clock, endedAt === null);
  /** Whether the person has had the request while its record is open. */
  const [hadIt, setHadIt] = useState(mine);
  if (mine && !hadIt) setHadIt(true);
  const [pending, setPending] = useState<BarAction>();
  const [dialog, setDialog] = useState<DialogAction>();
  // The record from which the dialogs are filled in. A dialog that is opened again keeps what was typed, unless the deal or its
  // stage has changed.
  const [from, setFrom] = useState(record);
  const [failed, setFailed] = useState<Failed>();
  const [unheard, setUnheard] = useState<Unheard>();
  const [arrived, setArrived] = useState<DialogAction>();
  /** The dialog's action that was pressed last, while it may be stored. */
  const [pressed, setPressed] = useState<DialogAction>();
  const draftOf = (action: DialogAction) => `${action} ${record.id}`;
  const opened = useRef(dialog);
  useEffect(() => {
    opened.current = dialog;
  });
  const tell = useTellFailure();
  /** @param isRead whether the open dialog says it already */
  const say = (said: Why, isRead = false) =>
    tell({ about: dealershipName, path: requestAddress(record.id) }, said.why, () => {
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
  const body = useInSight(isFailed ? failed.count : undefined);

  const sayGone = (action: DialogAction) => {
    const why =
      closing?.as === 'cancelled'
        ? 'The dealership has just cancelled this request. What you typed is kept.'
        : `Somebody changed this request meanwhile. You cannot ${action === 'done' ? 'close this request' : 'hand it off'} any more.`;
    say({ why, unheard: undefined, gone: action });
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

  const keepPressed = (sent: Sent | undefined) => {
    if (sent?.kind !== 'taken' && sent?.kind !== 'unreachable') setPressed(undefined);
  };
  /** Sends an unanswered press again to learn its result: `taken` if the server stored that press before, else `late`. */
  const askAgain = useEffectEvent(async () => {
    if (!unheard) return;
    const { action, send, typed } = unheard;
    setUnheard(undefined);
    const sent = await send();
    keepPressed(sent);
    if (sent.kind === 'late') return sayGone(action);
    if (sent.kind !== 'taken') return say({ why: whyNot(sent, clock.now()), unheard: undefined });
    // Keep a draft that was changed since: it is something new.
    if (draftStand(draftOf(action)) === typed) dropDraft(draftOf(action));
    setArrived(action);
    say({ why: undefined, unheard: undefined });
  });
  // The record no longer offers the unanswered action: either it was stored, or somebody else was first.
  useEffect(() => {
    if (isDecided) void askAgain();
  }, [isDecided]);

  async function act(action: BarAction, send: () => Promise<Sent>): Promise<Outcome> {
    // A new press replaces the one before it.
    setUnheard(undefined);
    setArrived(undefined);
    setPending(action);
    const sent = await send();
    setPending(undefined);
    return {
      why: whyNot(sent, clock.now()),
      unheard: sent.kind === 'unreachable' ? action : undefined,
      sent,
      isOver: sent.kind === 'late' && !barOf(sent.record).includes(action),
    };
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
    keepPressed(outcome.sent);
    const { why, isOver } = outcome;
    setUnheard(outcome.unheard && { action, send, typed });
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

  // Once somebody has had the request, its deal is shown to everybody: to edit, or only to read.
  const hasDeal = can.editDeal || can.tick || wasTaken(record);
  const late = isLate(record, nowMs);
  const tone =
    endedAt !== null ? undefined : acceptedAt === null ? 'waiting' : late ? 'late' : mine ? 'mine' : undefined;
  const since = sinceThen(record);
  const closingText =
    closing &&
    `${closing.as === 'cancelled' ? 'The store cancelled it.' : 'Done was pressed.'} It ends at ${timeIn(dealershipZone, closing.endsAt)}, unless that is taken back.`;
  const isLost = hadIt && !mine && endedAt === null && record.waitsForId !== currentPersonId();
  const lostText = isLost ? `Not yours any more: ${standsAs(record, nowMs)}.` : undefined;
  return (
    <article className="record" aria-labelledby="record-name" data-tone={tone}>
      <header className="record-head">
        <h1 id="record-name" tabIndex={-1}>
          {dealershipName}
        </h1>
        <p className="record-badge">
          {endedAt === null
            ? `${mine ? 'yours, ' : acceptedAt === null ? 'waiting ' : ''}${ageText(nowMs - Date.parse(record.countsSince ?? acceptedAt ?? record.askedAt))}`
            : standingOf(record, nowMs)}
        </p>
        <p className="record-line">
          <Unbroken
            text={dotted(
              reference,
              askOf(record),
              `${record.kind === 'call' ? 'logged' : 'asked'} ${whenIn(dealershipZone, createdAt, nowMs)}`,
              record.isZoneKnown !== false && `${timeIn(dealershipZone, nowMs)} there now`,
              heldBy(record),
            )}
          />
        </p>
        {since !== '' && <p className="record-line">{since}</p>}
        {/* That it is closing is announced below, with when it ends. */}
        <Spoken text={closing === null ? standingWithHolder(record, nowMs, currentPersonId()) : ''} />
      </header>
      <div className="record-body" ref={body}>
        <Alert tone="stop" shown={isFailed} attempt={failed?.count ?? 0}>
          <p>{failed?.sent ? whyNot(failed.sent, nowMs, record) : failed?.why}</p>
        </Alert>
        <Alert tone="note" shown={arrived !== undefined}>
          <p>
            No answer came to your press, but it arrived: {arrived === 'done' ? 'you closed it' : 'you handed it off'}.
          </p>
        </Alert>
        <Alert tone="note" shown={closing !== null}>
          <p>{closingText}</p>
        </Alert>
        {(['done', 'hand-off'] as const).map(
          (action) => !mayDo(action) && action !== pressed && <UnsentDraft key={action} draft={draftOf(action)} />,
        )}
        {late && (
          <p className="record-late">
            {mine ? 'You' : record.acceptedBy} accepted it and did not connect in time.{' '}
            {mine ? 'Call the store, or hand it back.' : can.takeOver && 'You can take it over.'}
          </p>
        )}
        <Track record={record} nowMs={nowMs} />
        <HandOffNote record={record} nowMs={nowMs} />
        <RequestFacts record={record} />
        <div className="record-columns">
          <div>
            {hasDeal && (
              <>
                <Jacket
                  about={dealershipName}
                  items={record.jacket}
                  timeZone={dealershipZone}
                  nowMs={nowMs}
                  clock={clock}
                  canTick={can.tick}
                  onTick={actions.tick}
                />
                <Deal record={record} onEdit={actions.editDeal} />
              </>
            )}
            <StoreSheet record={record} timeZone={dealershipZone} onEdit={actions.editSheet} />
          </div>
          <div>
            <Earlier record={record} />
            <SoFar record={record} nowMs={nowMs} />
            {audit}
          </div>
        </div>
      </div>
      <ActionBar
        record={record}
        pending={pending}
        hint={closingText ?? lostText}
        onAction={(action) => void press(action)}
      />
      {can.done && (
        <DoneDialog
          key={`done ${from.version}`}
          open={dialog === 'done'}
          record={from}
          onDone={(form) => sendDialog('done', () => sendDone(form))}
          onClose={() => setDialog(undefined)}
        />
      )}
      {can.handOff && (
        <HandOffDialog
          key={`hand-off ${from.version}`}
          open={dialog === 'hand-off'}
          record={from}
          people={people}
          onHandOff={(body) => sendDialog('hand-off', () => actions.handOff(body))}
          onClose={() => setDialog(undefined)}
        />
      )}
    </article>
  );
}
