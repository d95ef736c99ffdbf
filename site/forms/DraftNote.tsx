import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { clockTime } from './clock.ts';

/** What this device keeps of a form: nothing, what was typed until a time, or nothing any more since it was just cleared. */
export type DraftState = { draft: 'none' } | { draft: 'saved'; at: Date } | { draft: 'cleared' };

interface DraftNoteProps {
  draft: DraftState;
  onClear: () => void;
  onUndo: () => void;
}

/** Says that nothing typed is lost, and lets a person on a shared computer take it away. */
export function DraftNote({ draft, onClear, onUndo }: DraftNoteProps) {
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
      {asking ? (
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
          <p role="status">{draft.draft === 'cleared' && 'Cleared from this device'}</p>
          {draft.draft === 'saved' && <p>Saved on this device {clockTime(draft.at)}</p>}
          {draft.draft === 'saved' && (
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
