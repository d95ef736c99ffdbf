import { type ReactNode, useState } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import type { BoardPerson } from '#contract/desk/board-schemas.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { isLate } from '#contract/request-state.ts';
import { ageText } from '../lib/ages.ts';
import { dotted } from '../lib/dotted.ts';
import { currentPersonId } from '../lib/session.ts';
import { timeIn, whenIn } from '../lib/times.ts';
import { Unbroken } from '../ui/Unbroken.tsx';
import { UnsentDraft } from '../ui/UnsentDraft.tsx';
import { useInSight } from '../ui/use-in-sight.ts';
import { ActionBar } from './ActionBar.tsx';
import { wasTaken } from './actions.ts';
import { askOf, heldBy, standingOf, standingWithHolder } from './board-rows.ts';
import { Deal } from './Deal.tsx';
import { DoneDialog } from './DoneDialog.tsx';
import { HandOffDialog } from './HandOffDialog.tsx';
import { Jacket } from './Jacket.tsx';
import { HandOffNote, RequestFacts } from './RequestFacts.tsx';
import { Earlier, SoFar } from './RequestHistory.tsx';
import type { RequestActions } from './requests.ts';
import { StoreSheet } from './StoreSheet.tsx';
import { standsAs, whyNot } from './sent.ts';
import { Track } from './Track.tsx';
import { usePresses } from './use-presses.ts';
import { sinceThen } from './words.ts';

interface RecordProps {
  record: RequestRecord;
  clock: { now(): number };
  people: readonly BoardPerson[];
  actions: RequestActions;
  /** Further parts below the record: the lenders' hours and, for people who may see it, the audit. */
  audit?: ReactNode;
}

/** One request: what the store asks, what is known about the store, the deal's fields, and what can be done now. */
export function Record({ record, clock, people, actions, audit }: RecordProps) {
  const { dealershipName, dealershipZone, reference, createdAt, endedAt, acceptedAt, mine, closing, can } = record;
  const nowMs = useNow(clock, endedAt === null);
  /** Whether the person has had the request while its record is open. */
  const [hadIt, setHadIt] = useState(mine);
  if (mine && !hadIt) setHadIt(true);
  const { failed, arrived, pressed, dialog, from, ...presses } = usePresses(record, clock, actions);
  const body = useInSight(failed?.count);
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
        <Alert tone="stop" shown={failed !== undefined} attempt={failed?.count ?? 0}>
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
          (action) =>
            !presses.mayDo(action) &&
            action !== pressed && <UnsentDraft key={action} draft={presses.draftOf(action)} />,
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
      <ActionBar record={record} pending={presses.pending} hint={closingText ?? lostText} onAction={presses.press} />
      {can.done && (
        <DoneDialog
          key={`done ${from.version}`}
          open={dialog === 'done'}
          record={from}
          onDone={presses.onDone}
          onClose={presses.close}
        />
      )}
      {can.handOff && (
        <HandOffDialog
          key={`hand-off ${from.version}`}
          open={dialog === 'hand-off'}
          record={from}
          people={people}
          onHandOff={presses.onHandOff}
          onClose={presses.close}
        />
      )}
    </article>
  );
}
