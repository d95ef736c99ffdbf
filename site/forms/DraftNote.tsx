import { useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Confirm } from '#client/ui/Confirm.tsx';
import { clockTime } from './clock.ts';

/**
 * What this device keeps of a form: nothing, what was typed until a time, nothing because the browser refuses it, or nothing
 * any more since it was just cleared.
 */
export type DraftState =
  | { readonly status: 'none' }
  | { readonly status: 'saved'; readonly at: Date }
  | { readonly status: 'refused' }
  | { readonly status: 'cleared' };

interface DraftNoteProps {
  draft: DraftState;
  /** The form is on its way: what was typed cannot be taken back now. */
  busy: boolean;
  onClear: () => void;
  onUndo: () => void;
}

/** Says that nothing typed is lost, and lets a person on a shared computer take it away. */
export function DraftNote({ draft, busy, onClear, onUndo }: DraftNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  const { status } = draft;
  /** After a press that takes its own button away. */
  const act = (action: () => void) => () => {
    action();
    note.current?.focus();
  };
  return (
    <div className="draft-note" ref={note} tabIndex={-1}>
      <p role="status">
        {status === 'cleared' && 'Cleared from this device'}
        {status === 'refused' && 'Your browser keeps no draft. Stay on this page until the form is sent.'}
      </p>
      {status === 'saved' && <p>Saved on this device {clockTime(draft.at)}</p>}
      {status === 'saved' && !busy && (
        <Confirm
          question="Clear everything you typed?"
          confirmLabel="Clear it"
          cancelLabel="Keep it"
          onConfirm={act(onClear)}
        >
          Clear
        </Confirm>
      )}
      {status === 'cleared' && (
        <Button look="quiet" onClick={act(onUndo)}>
          Undo
        </Button>
      )}
    </div>
  );
}
