import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { Alert } from '#client/ui/Alert.tsx';
import type { DeskStep, SheetFieldName } from '#contract/desk/board.ts';
import type { BoardPerson } from '#contract/desk/board-schemas.ts';
import type { DealPatch, HandOffBody, RequestRecord } from '#contract/desk/record-schemas.ts';
import { requestAddress } from '../app/paths.ts';
import { draftStand, dropDraft } from '../lib/drafts.ts';
import { useTellFailure } from '../lib/left-press.ts';
import { timeIn, zoneName } from '../lib/times.ts';
import { useInSight } from '../ui/use-in-sight.ts';
import { ActionBar } from './ActionBar.tsx';
import { type BarAction, barOf, wasTaken } from './actions.ts';
import { ageText, askOf, holderOf, isLate, standingOf } from './board-rows.ts';
import { Deal } from './Deal.tsx';
import { DoneDialog } from './DoneDialog.tsx';
import { type DoneForm, dealChanges } from './deal-form.ts';
import { HandOffDialog } from './HandOffDialog.tsx';
import { Jacket } from './Jacket.tsx';
import { HandOffNote, RequestFacts } from './RequestFacts.tsx';
import { Earlier, SoFar } from './RequestHistory.tsx';
import { StoreSheet } from './StoreSheet.tsx';
import { type Sent, whyNot } from './sent.ts';
import { Track } from './Track.tsx';

/** What can be sent about a request. */
export interface RequestActions {
  readonly step: (step: DeskStep) => Promise<Sent>;
  /** `dealVersion`: of the deal that the form was filled in from. */
  readonly done: (form: DoneForm, dealVersion: number) => Promise<Sent>;
  readonly handOff: (body: HandOffBody) => Promise<Sent>;
  readonly editDeal: (version: number, patch: DealPatch) => Promise<Sent>;
  readonly tick: (item: string, ticked: boolean) => Promise<Sent>;
  readonly editSheet: (version: number, patch: Partial<Record<SheetFieldName, string>>) => Promise<Sent>;
}

interface RecordProps {
  record: RequestRecord;
  clock: { now(): number };
  people: readonly BoardPerson[];
  actions: RequestActions;
  hrefOf: (id: string) => string;
  /** Who saw and changed it, for whoever may know. */
  audit?: ReactNode;
}

/** What a press came to. */
interface Outcome {
  /** Why it did not do what it says; undefined when it did. */
  readonly why: string | undefined;
  /** The action, when there was no answer to it. */
  readonly unheard: BarAction | undefined;
  /** The request stands so that the action cannot be taken any more: its dialog goes with it. */
  readonly isOver: boolean;
}

type Failed = Pick<Outcome, 'why' | 'unheard'> & { readonly count: number };

type DialogAction = 'done' | 'hand-off';

/** A press of a dialog that no answer came to. It may have arrived. */
interface Unheard {
  readonly action: DialogAction;
  /** Sends the very same press again. */
  readonly send: () => Promise<Sent>;
  /** What was kept of the form when it was sent. */
  readonly typed: string;
}

/** One request: what is asked, what is known of the store, what is written of the deal, and what can be done now. */
export function Record({ record, clock, people, actions, hrefOf, audit }: RecordProps) {
  const { dealershipName, dealershipZone, reference, createdAt, endedAt, acceptedAt, mine, closing, can } = record;
  const nowMs = useNow(clock, endedAt === null);
  const [pending, setPending] = useState<BarAction>();
  const [dialog, setDialog] = useState<DialogAction>();
  // The deal that the dialogs are filled in from. A dialog that is opened again keeps what was typed, unless the deal changed.
  const [from, setFrom] = useState(record);
  const [failed, setFailed] = useState<Failed>();
  const [unheard, setUnheard] = useState<Unheard>();
  const [arrived, setArrived] = useState<DialogAction>();
  const draftOf = (action: DialogAction) => `${action} ${record.id}`;
  const opened = useRef(dialog);
  useEffect(() => {
    opened.current = dialog;
  });
  const tell = useTellFailure();
  /** @param isRead whether an open dialog says it already */
  const say = ({ why, unheard }: Pick<Outcome, 'why' | 'unheard'>, isRead = false) =>
    tell({ about: dealershipName, path: requestAddress(record.id) }, why, () => {
      if (isRead) return;
      setFailed((before) => (why === undefined ? undefined : { why, unheard, count: (before?.count ?? 0) + 1 }));
    });
  // What the record no longer offers has arrived, or cannot any more: nobody is told to press it again.
  const isFailed = failed !== undefined && (failed.unheard === undefined || barOf(record).includes(failed.unheard));
  const body = useInSight(isFailed ? failed.count : undefined);

  const mayDo = (action: DialogAction | undefined) => (action === 'done' ? can.done : can.handOff);
  const sayGone = (action: DialogAction) => {
    const why = `Somebody changed this request meanwhile. You cannot ${action === 'done' ? 'close this request' : 'hand it off'} any more.`;
    say({ why, unheard: undefined });
  };
  const mayGoOn = mayDo(dialog);
  const isDecided = unheard !== undefined && pending === undefined && !mayDo(unheard.action);
  const onGone = useEffectEvent(() => {
    if (dialog === undefined || mayGoOn) return;
    setDialog(undefined);
    // What is under way, or was not heard, says itself what it came to.
    if (pending === undefined && unheard === undefined) sayGone(dialog);
  });
  // Somebody else took it, or it ended: a dialog that went by itself never comes back by itself, and says why it went.
  useEffect(() => {
    if (dialog !== undefined && !mayGoOn) onGone();
  }, [dialog, mayGoOn]);

  /** The server knows whether it took the press: it answers the same one as taken, and any other as one that comes too late. */
  const askAgain = useEffectEvent(async () => {
    if (!unheard) return;
    const { action, send, typed } = unheard;
    setUnheard(undefined);
    const sent = await send();
    if (sent.kind === 'stands') return sayGone(action);
    if (sent.kind !== 'taken') return say({ why: whyNot(sent, clock.now()), unheard: undefined });
    // What was typed since is something new.
    if (draftStand(draftOf(action)) === typed) dropDraft(draftOf(action));
    setArrived(action);
    say({ why: undefined, unheard: undefined });
  });
  // The record no longer offers what was pressed without an answer: it arrived, or somebody else was first.
  useEffect(() => {
    if (isDecided) void askAgain();
  }, [isDecided]);

  async function act(action: BarAction, send: () => Promise<Sent>): Promise<Outcome> {
    // Another press makes the one before it a thing of the past.
    setUnheard(undefined);
    setArrived(undefined);
    setPending(action);
    const sent = await send();
    setPending(undefined);
    return {
      why: whyNot(sent, clock.now()),
      unheard: sent.kind === 'unreachable' ? action : undefined,
      isOver: sent.kind === 'stands' && !barOf(sent.record).includes(action),
    };
  }
  async function press(action: BarAction): Promise<void> {
    if (action === 'done' || action === 'hand-off') {
      if (from.deal.version !== record.deal.version || from.stage !== record.stage) setFrom(record);
      return setDialog(action);
    }
    say(await act(action, () => actions.step(action)));
  }
  async function sendDialog(action: DialogAction, send: () => Promise<Sent>): Promise<string | undefined> {
    const typed = draftStand(draftOf(action));
    const outcome = await act(action, send);
    const { why, isOver } = outcome;
    setUnheard(outcome.unheard && { action, send, typed });
    if (why === undefined || isOver) setDialog(undefined);
    // A browser closes a dialog at the second Esc, also in mid-send: then it is read in the record.
    say(outcome, !isOver && opened.current === action);
    return why;
  }

  /** Closes the request. What somebody else changed of the deal meanwhile is said, and the next press stores this form over it. */
  async function sendDone(form: DoneForm): Promise<Sent> {
    const sent = await actions.done(form, from.deal.version);
    if (sent.kind !== 'stands' || !sent.record.can.done) return sent;
    const changes = dealChanges(from.deal, sent.record.deal);
    setFrom((before) => ({ ...before, deal: { ...before.deal, version: sent.record.deal.version } }));
    return {
      kind: 'refused',
      text: `Somebody changed the deal meanwhile. ${changes.join('; ')}. Put in what is right and press again.`,
    };
  }

  // What was written while somebody had it stays, whoever has it now: it can be written on, or only read.
  const hasDeal = can.editDeal || can.tick || wasTaken(record);
  const late = isLate(record, nowMs);
  const tone =
    endedAt !== null ? undefined : acceptedAt === null ? 'waiting' : late ? 'late' : mine ? 'mine' : undefined;
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
          {[
            reference,
            askOf(record),
            `${record.kind === 'call' ? 'logged' : 'asked'} ${timeIn(dealershipZone, createdAt)} ${zoneName(dealershipZone, createdAt)}`,
            `${timeIn(dealershipZone, nowMs)} there now`,
            holderOf(record),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <div className="record-body" ref={body}>
        <Alert tone="stop" shown={isFailed} attempt={failed?.count ?? 0}>
          <p>{failed?.why}</p>
        </Alert>
        <Alert tone="note" shown={arrived !== undefined}>
          <p>
            No answer came to your press, but it arrived: {arrived === 'done' ? 'you closed it' : 'you handed it off'}.
          </p>
        </Alert>
        <Alert tone="note" shown={closing !== null}>
          <p>
            {closing?.as === 'cancelled' ? 'The store cancelled it.' : 'Done was pressed.'} It ends at{' '}
            {closing && timeIn(dealershipZone, closing.endsAt)}, unless that is taken back.
          </p>
        </Alert>
        {late && (
          <p className="record-late">
            {mine ? 'You' : record.acceptedBy} accepted it and did not connect in time.{' '}
            {mine ? 'Call the store, or hand it back.' : can.takeOver && 'You can take it over.'}
          </p>
        )}
        <Track record={record} timeZone={dealershipZone} />
        <HandOffNote record={record} timeZone={dealershipZone} />
        <RequestFacts record={record} />
        <div className="record-columns">
          <div>
            {hasDeal && (
              <>
                <Jacket
                  items={record.jacket}
                  timeZone={dealershipZone}
                  canTick={can.tick}
                  onTick={async (item, ticked) => whyNot(await actions.tick(item, ticked), clock.now())}
                />
                <Deal record={record} onEdit={actions.editDeal} />
              </>
            )}
            <StoreSheet record={record} timeZone={dealershipZone} onEdit={actions.editSheet} />
          </div>
          <div>
            <Earlier record={record} hrefOf={hrefOf} />
            <SoFar record={record} />
            {audit}
          </div>
        </div>
      </div>
      <ActionBar record={record} pending={pending} onAction={(action) => void press(action)} />
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
