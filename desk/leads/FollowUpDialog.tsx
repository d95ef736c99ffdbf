import { useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { deskZone, fromWallClock, toWallClock, zoneName } from '../lib/times.ts';
import { followUpChoices, shortWhen } from './words.ts';

interface FollowUpProps {
  open: boolean;
  lead: LeadRecord;
  nowMs: number;
  onClose: () => void;
  /** Null: the time that the lead has by itself. */
  onChoose: (followUpAt: string | null) => void;
}

/** When to follow up: one of a few times that are often meant, or any other. */
export function FollowUpDialog({ open, lead, nowMs, onClose, onChoose }: FollowUpProps) {
  const control = useRef<HTMLInputElement>(null);
  const zone = zoneName(deskZone, nowMs);
  return (
    <Dialog
      open={open}
      title="Follow up"
      closeLabel="Close"
      size="note"
      material="night"
      closesOutside={() => true}
      onClose={onClose}
    >
      <div className="lead-buttons">
        {followUpChoices(nowMs).map(({ label, at }) => (
          <Button key={label} onClick={() => onChoose(at)}>
            {label}
          </Button>
        ))}
      </div>
      <form
        className="lead-follow-up"
        onSubmit={(event) => {
          event.preventDefault();
          const at = fromWallClock(control.current?.value ?? '');
          if (at === undefined) return control.current?.focus();
          onChoose(at);
        }}
      >
        <label className="field-label" htmlFor="follow-up-at">
          Another time ({zone})
        </label>
        <input
          id="follow-up-at"
          ref={control}
          type="datetime-local"
          className="control"
          required
          min={toWallClock(nowMs)}
          defaultValue={lead.followUpAt === null ? '' : toWallClock(lead.followUpAt)}
        />
        <Button type="submit" look="primary">
          Set this time
        </Button>
      </form>
      {lead.followUpAt !== null && (
        <p>
          <Button look="quiet" onClick={() => onChoose(null)}>
            Take {shortWhen(lead.followUpAt)} away
          </Button>
        </p>
      )}
    </Dialog>
  );
}
