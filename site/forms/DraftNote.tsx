import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { clockTime } from './clock.ts';

/**
 * What this device keeps of a form: nothing, what was typed until a time, nothing because the browser refuses it, or nothing
 * any more since it was just cleared.
 */
export type DraftState =
  | { readonly draft: 'none' }
  | { readonly draft: 'saved'; readonly at: Date }
  | { readonly draft: 'refused' }
  | { readonly draft: 'cleared' };

interface DraftNoteProps {
  draft: DraftState;
  /** The form is on its way: what was typed cannot be taken back now. */
  busy: boolean;
  onClear: () => void;
  onUndo: () => void;
}

/** Says that nothing typed is lost, and lets a person on a shared computer take it away. */
export function DraftNote({ draft, busy, onClear, onUndo }: DraftNoteProps) {
  const [asking, setAsking] = useState(false);
  const question = useRef<HTMLParagraphElement>(null);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asking) question.current?.focus();
  }, [asking]);

  const answer = (act?: () => void) => {
    setAsking(false);
    act?.();
    note.current?.focus();
  };

  return (
    <div className="draft-note" ref={note} tabIndex={-1}>
      <p role="status">
        {draft.draft === 'cleared' && 'Cleared from this device'}
        {draft.draft === 'refused' && 'Your browser keeps no draft. Stay on this page until the form is sent.'}
      </p>
      {asking && !busy ? (
        <>
          <p ref={question} tabIndex={-1}>
            Clear everything you typed?
          </p>
          <Button look="quiet" onClick={() => answer(onClear)}>
            Clear it
          </Button>
          <Button look="quiet" onClick={() => answer()}>
            Keep it
          </Button>
        </>
      ) : (
        <>
          {draft.draft === 'saved' && <p>Saved on this device {clockTime(draft.at)}</p>}
          {draft.draft === 'saved' && !busy && (
            <Button look="quiet" onClick={() => setAsking(true)}>
              Clear
            </Button>
          )}
          {draft.draft === 'cleared' && (
            <Button look="quiet" onClick={() => answer(onUndo)}>
              Undo
            </Button>
          )}
        </>
      )}
    </div>
  );
}
