import { useState } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { Alert } from '#client/ui/Alert.tsx';
import type { DeskStep, SheetFieldName } from '#contract/desk/board.ts';
import type { BoardPerson, DealPatch, HandOffBody, RequestRecord } from '#contract/desk/board-endpoints.ts';
import { ActionBar } from './ActionBar.tsx';
import type { BarAction } from './actions.ts';
import { ageSince, ageText, askOf, holderOf, isLate, standingOf } from './board-rows.ts';
import { Deal } from './Deal.tsx';
import { DoneDialog } from './DoneDialog.tsx';
import type { DoneForm } from './deal-form.ts';
import { HandOffDialog } from './HandOffDialog.tsx';
import { Jacket } from './Jacket.tsx';
import { HandOffNote, RequestFacts } from './RequestFacts.tsx';
import { Earlier, SoFar } from './RequestHistory.tsx';
import { StoreSheet } from './StoreSheet.tsx';
import type { Sent } from './sent.ts';
import { Track } from './Track.tsx';
import { timeIn, zoneName } from './times.ts';

/** What can be sent about a request. */
export interface RequestActions {
  readonly step: (step: DeskStep) => Promise<Sent>;
  readonly done: (form: DoneForm) => Promise<Sent>;
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
}

/** Why a press did not do what it says, in a sentence; undefined when it did. */
function whyNot(sent: Sent, nowMs: number): string | undefined {
  if (sent.kind === 'taken') return undefined;
  if (sent.kind === 'refused') return sent.text;
  if (sent.kind === 'unreachable') return 'No answer from the server. Nothing is lost: press it again.';
  const { record } = sent;
  const who = holderOf(record);
  return `It stands otherwise now: ${standingOf(record, nowMs).toLowerCase()}${who ? `, ${who}` : ''}.`;
}

/** One request: what is asked, what is known of the store, what is written of the deal, and what can be done now. */
export function Record({ record, clock, people, actions, hrefOf }: RecordProps) {
  const { dealershipName, dealershipZone, reference, createdAt, endedAt, acceptedAt, mine, closing, can } = record;
  const nowMs = useNow(clock, endedAt === null);
  const [pending, setPending] = useState<BarAction>();
  const [dialog, setDialog] = useState<'done' | 'hand-off'>();
  const [failed, setFailed] = useState<{ readonly text: string; readonly count: number }>();

  async function act(action: BarAction, send: () => Promise<Sent>): Promise<string | undefined> {
    setPending(action);
    const why = whyNot(await send(), clock.now());
    setPending(undefined);
    return why;
  }
  async function press(action: BarAction): Promise<void> {
    if (action === 'done' || action === 'hand-off') return setDialog(action);
    const text = await act(action, () => actions.step(action));
    setFailed((before) => (text === undefined ? undefined : { text, count: (before?.count ?? 0) + 1 }));
  }
  async function sendDialog(action: 'done' | 'hand-off', send: () => Promise<Sent>): Promise<string | undefined> {
    const why = await act(action, send);
    if (why === undefined) setDialog(undefined);
    return why;
  }

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
            ? `${mine ? 'yours, ' : acceptedAt === null ? 'waiting ' : ''}${ageText(nowMs - Date.parse(ageSince(record)))}`
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
      <div className="record-body">
        <Alert tone="stop" shown={failed !== undefined} attempt={failed?.count ?? 0}>
          <p>{failed?.text}</p>
        </Alert>
        <Alert tone="note" shown={closing !== null}>
          <p>
            {closing?.as === 'cancelled' ? 'The store cancelled it.' : 'Done was pressed.'} It ends at{' '}
            {closing && timeIn(dealershipZone, closing.endsAt)}, unless that is taken back.
          </p>
        </Alert>
        {late && (
          <p className="record-late">
            {mine ? 'You' : record.acceptedBy} accepted it and did not connect in time. Call the store, or hand it back.
          </p>
        )}
        <Track record={record} timeZone={dealershipZone} />
        <HandOffNote record={record} timeZone={dealershipZone} />
        <RequestFacts record={record} />
        <div className="record-columns">
          <div>
            {acceptedAt !== null && (
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
          </div>
        </div>
      </div>
      <ActionBar record={record} pending={pending} onAction={(action) => void press(action)} />
      {can.done && (
        <DoneDialog
          open={dialog === 'done'}
          record={record}
          onDone={(form) => sendDialog('done', () => actions.done(form))}
          onClose={() => setDialog(undefined)}
        />
      )}
      {can.handOff && (
        <HandOffDialog
          open={dialog === 'hand-off'}
          record={record}
          people={people}
          onHandOff={(body) => sendDialog('hand-off', () => actions.handOff(body))}
          onClose={() => setDialog(undefined)}
        />
      )}
    </article>
  );
}
