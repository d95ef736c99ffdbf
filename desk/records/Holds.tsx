import './holds.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '#client/ui/Button.tsx';
import { readTopics } from '#contract/desk/read-topics.ts';
import { type HoldKind, mostHoldReason } from '#contract/desk/records.ts';
import { endHold, type HoldView, listHolds, setHold } from '#contract/desk/sweep-endpoints.ts';
import { dealershipAddress, leadAddress } from '../app/paths.ts';
import { useRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { useMay } from '../lib/session.ts';
import { useInPlace } from '../lib/use-in-place.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { TextInput } from '../ui/fields.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Said, type Say, useSaid } from '../ui/Said.tsx';
import { faultOf, LeaveButton, SendForm, textOf } from '../ui/SendForm.tsx';
import { When } from '../ui/When.tsx';

const addressOf = ({ kind, subjectId }: HoldView) =>
  kind === 'lead' ? leadAddress(subjectId) : dealershipAddress(subjectId);

const whatStays =
  'its answers, notes, requests, calls, mails, texts and joined leads stay. Not kept: what was sent to other programs (30 days), and who saw it in the audit log (one year). Export the report “Who saw what” before then.';

interface HoldProps {
  hold: HoldView;
  /** The id of the record whose page it is shown on; undefined in the list of all holds. */
  on?: string;
  onSaid: Say;
}

function Hold({ hold, on, onSaid }: HoldProps) {
  const end = async () => {
    const result = await sendDesk(endHold, { params: { id: hold.id }, body: {} });
    if (result.kind === 'ok') onSaid('go', `The hold on ${hold.subject} has ended.`);
    else onSaid('stop', failureText(result));
  };
  return (
    <li>
      <p>
        {on === undefined ? (
          <Link href={addressOf(hold)}>{hold.subject}</Link>
        ) : (
          <strong>Under a legal hold{on !== hold.subjectId && `, set on ${hold.subject}`}</strong>
        )}{' '}
        <span className="soft">
          since <When at={hold.setAt} />, by {hold.setBy ?? 'a command'}
        </span>
      </p>
      <p>{hold.reason}</p>
      <div className="row-of-buttons">
        <Confirm
          question="End the hold? The next sweep deletes what is past its retention period."
          confirmLabel="End it"
          onConfirm={() => end()}
        >
          End the hold
        </Confirm>
      </div>
    </li>
  );
}

/** The legal holds that have not ended. */
export function Holds({ holds, onSaid }: { holds: readonly HoldView[]; onSaid: Say }) {
  return (
    <section aria-labelledby="legal-holds">
      <h2 id="legal-holds">Legal holds</h2>
      <p className="soft">
        While a lead or dealership is under a hold, {whatStays} Set a hold on the record of the lead or dealership.
      </p>
      {holds.length === 0 && <p>There are no legal holds.</p>}
      <ul className="ruled holds">
        {holds.map((hold) => (
          <Hold key={hold.id} hold={hold} onSaid={onSaid} />
        ))}
      </ul>
    </section>
  );
}

interface HoldPartProps {
  kind: HoldKind;
  id: string;
  /** The ids of records that became a part of this one. A reason may have been begun on one of them. */
  joinedIds?: readonly string[];
}

/** The legal hold on one record, or a form that sets one. Only for people who may erase. */
export function HoldPart({ kind, id, joinedIds = [] }: HoldPartProps) {
  const may = useMay('erase');
  const read = useRead(listHolds, { params: { kind, id } }, { topics: readTopics.listHolds, enabled: may });
  const [said, say] = useSaid(undefined, 'records');
  const [isOpen, setOpen] = useState(false);
  const { place, button } = useInPlace<HTMLDivElement>(isOpen);
  if (!may) return null;
  const draftOf = (subjectId: string) => `hold ${kind} ${subjectId}`;
  const send = async (data: FormData) => {
    const reason = textOf(data, 'reason');
    if (reason === '') return { field: 'reason', text: 'Say why it must be kept.' };
    const result = await sendDesk(setHold, { body: { kind, id, reason } });
    if (result.kind !== 'ok') return faultOf(result, { malformed: 'reason' });
    setOpen(false);
    say('go', 'The hold is set.');
    return undefined;
  };
  const form = (
    <SendForm
      submit="Set the hold"
      sending="Setting…"
      look="plain"
      draft={draftOf(id)}
      earlierDrafts={joinedIds.map(draftOf)}
      onSend={send}
      beside={<LeaveButton onLeave={() => setOpen(false)}>Cancel</LeaveButton>}
    >
      <TextInput
        label="Why must it be kept?"
        name="reason"
        help={`While the hold stands, ${whatStays}`}
        maxLength={mostHoldReason}
      />
    </SendForm>
  );
  const opener = (
    <Button look="quiet" ref={button} onClick={() => setOpen(true)}>
      Put under a legal hold…
    </Button>
  );
  // A lead that only the hold on its dealership keeps, or the other way round, can be put under a hold of its own.
  const part = (standing: readonly HoldView[]) => (
    <>
      <ul className="ruled holds">
        {standing.map((hold) => (
          <Hold key={hold.id} hold={hold} on={id} onSaid={say} />
        ))}
      </ul>
      {standing.every((hold) => hold.kind !== kind) && (isOpen ? <div ref={place}>{form}</div> : opener)}
    </>
  );
  return (
    <section className="hold-part" aria-label="Legal hold">
      <Said said={said} />
      <Loaded read={read} what="the legal hold">
        {({ holds }) => part(holds.filter(({ endedAt }) => endedAt === null))}
      </Loaded>
    </section>
  );
}
