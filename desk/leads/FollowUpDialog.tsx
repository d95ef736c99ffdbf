import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { deskZone, momentsAt, timeIn, toWallClock, zoneName } from '../lib/times.ts';
import { DateInput, RadioInput } from '../ui/fields.tsx';
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

/** A day and a time. When the clocks are put back and show that time twice, it also asks which of the two is meant. */
function TimeInput({ label, nowMs, followUpAt }: { label: string; nowMs: number; followUpAt: string | null }) {
  const part = useRef<HTMLDivElement>(null);
  const stored = followUpAt === null ? '' : toWallClock(followUpAt);
  const [time, setTime] = useState(stored);
  const read = () => setTime(part.current?.querySelector<HTMLInputElement>('[name="at"]')?.value ?? '');
  // The draft fills the field in when the form is shown, and no event tells.
  useEffect(read, []);
  const [first = '', second] = momentsAt(time);
  const which = momentsAt(stored).indexOf(followUpAt ?? '') === 1 ? 'second' : 'first';
  const isStoredTwice = momentsAt(stored).length === 2;
  return (
    <div ref={part} onInput={read}>
      <DateInput name="at" label={label} withTime min={toWallClock(nowMs)} defaultValue={stored} />
      {/* It is always in the form, so that a draft can fill it in. */}
      <div hidden={second === undefined}>
        <RadioInput
          name="which"
          label="The clocks are put back that night. Which of the two?"
          options={[
            { value: 'first', label: second ? `The first, ${timeIn(deskZone, first)}` : 'The first' },
            { value: 'second', label: second ? `The second, ${timeIn(deskZone, second)}` : 'The second' },
          ]}
          {...(isStoredTwice && { defaultValue: which })}
        />
      </div>
    </div>
  );
}

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
          const [first, second] = momentsAt(textOf(data, 'at'));
          if (first === undefined) return { field: 'at', text: 'Choose a day and a time.' };
          const which = textOf(data, 'which');
          if (second && which === '') return { field: 'which', text: 'This time comes twice that night. Choose one.' };
          onChoose(second && which === 'second' ? second : first);
          return undefined;
        }}
      >
        <TimeInput label={`Another time (${zone})`} nowMs={nowMs} followUpAt={lead.followUpAt} />
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
