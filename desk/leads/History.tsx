import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { leadLimits } from '#contract/desk/leads.ts';
import { secretAdvice } from '#contract/secret-advice.ts';
import { draftId, dropDraftId } from '../lib/drafts.ts';
import { deskZone, pastIn, zoneName } from '../lib/times.ts';
import { AreaInput } from '../ui/fields.tsx';
import { type Fault, SendForm, textOf } from '../ui/SendForm.tsx';
import { UnsentDraft } from '../ui/UnsentDraft.tsx';
import { joinedIdsOf, type LeadActions } from './leads.ts';
import { actorText, eventText } from './words.ts';

interface HistoryProps {
  lead: LeadRecord;
  onNote: LeadActions['note'];
}

interface NoteProps extends Pick<HistoryProps, 'onNote'> {
  leadId: string;
  about: string;
  /** The ids of forms that were joined to the lead. A note may have been begun on one of them. */
  joinedIds: readonly string[];
}

const draftOf = (leadId: string): string => `note ${leadId}`;

/** Writes a note. A note that is sent again after a failure keeps its id, so it is stored once. */
function NoteForm({ leadId, about, joinedIds, onNote }: NoteProps) {
  const draft = draftOf(leadId);
  const send = async (data: FormData): Promise<Fault | undefined> => {
    const text = textOf(data, 'note');
    if (text === '') return { field: 'note', text: 'Write something.' };
    const sent = await onNote({ id: draftId(draft), text });
    if (sent.kind === 'unreachable') return { text: 'No answer from the server. Nothing is lost: send it again.' };
    if (sent.kind === 'refused') {
      if (sent.name === 'idTaken') dropDraftId(draft);
      return { text: sent.text };
    }
    return undefined;
  };
  return (
    <SendForm
      submit="Add the note"
      sending="Adding…"
      look="plain"
      draft={draft}
      about={about}
      earlierDrafts={joinedIds.map(draftOf)}
      empties
      onSend={send}
    >
      <AreaInput name="note" label="Note" maxLength={leadLimits.note} advise={secretAdvice} />
    </SendForm>
  );
}

/** What happened, the newest first, and a place to write what was said on the telephone. */
export function History({ lead, onNote }: HistoryProps) {
  const { id, events, can, serverNow } = lead;
  return (
    <section className="part lead-history" aria-labelledby="history">
      <h2 id="history">
        History <span className="part-count">times {zoneName(deskZone, serverNow)}</span>
      </h2>
      {can.note ? (
        <NoteForm leadId={id} about={lead.name || lead.reference} joinedIds={joinedIdsOf(lead)} onNote={onNote} />
      ) : (
        <UnsentDraft draft={draftOf(id)} />
      )}
      <ol className="record-lines">
        {events.map((event) => (
          <li key={event.key} data-kind={event.kind}>
            <time dateTime={event.at}>{pastIn(deskZone, event.at, Date.parse(serverNow))}</time>
            <span>
              {actorText(event) !== null && <strong>{actorText(event)}: </strong>}
              {eventText(event, Date.parse(serverNow))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
