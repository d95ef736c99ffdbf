import { Button } from '#client/ui/Button.tsx';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { deskZone, fromWallClock, toWallClock, zoneName } from '../lib/times.ts';
import { DateInput } from '../ui/fields.tsx';
import { NoteDialog } from '../ui/NoteDialog.tsx';
import { SendForm, textOf } from '../ui/SendForm.tsx';
import { joinedIdsOf } from './leads.ts';
import { followUpChoices, shortWhen } from './words.ts';

interface FollowUpProps {
  open: boolean;
  /** The lead as it was when the dialog was opened. */
  lead: LeadRecord;
  nowMs: number;
  onClose: () => void;
  /** Called with null to remove the follow-up. The lead is then due at its own time again. */
  onChoose: (followUpAt: string | null) => void;
}

const draftOf = (leadId: string): string => `follow-up ${leadId}`;

/** Asks when to follow up: one of a few usual times, or any other. */
export function FollowUpDialog({ open, lead, nowMs, onClose, onChoose }: FollowUpProps) {
  const zone = zoneName(deskZone, nowMs);
  return (
    <NoteDialog open={open} title="Follow up" closesOutside={() => true} onClose={onClose}>
      <div className="row-of-buttons">
        {followUpChoices(nowMs).map(({ label, at }) => (
          <Button key={label} onClick={() => onChoose(at)}>
            {label}
          </Button>
        ))}
      </div>
      {/* The key fills the form in anew when the lead has changed since the dialog was open. */}
      <SendForm
        key={lead.version}
        submit="Set this time"
        sending="Setting…"
        draft={draftOf(lead.id)}
        earlierDrafts={joinedIdsOf(lead).map(draftOf)}
        onSend={async (data) => {
          const at = fromWallClock(textOf(data, 'at'));
          if (at === undefined) return { field: 'at', text: 'Choose a day and a time.' };
          onChoose(at);
          return undefined;
        }}
      >
        <DateInput
          name="at"
          label={`Another time (${zone})`}
          withTime
          min={toWallClock(nowMs)}
          defaultValue={lead.followUpAt === null ? '' : toWallClock(lead.followUpAt)}
        />
      </SendForm>
      {lead.followUpAt !== null && (
        <p>
          <Button look="quiet" onClick={() => onChoose(null)}>
            Take {shortWhen(lead.followUpAt, nowMs)} away
          </Button>
        </p>
      )}
    </NoteDialog>
  );
}
