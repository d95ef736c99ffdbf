import { useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Confirm } from '#client/ui/Confirm.tsx';
import { clockTime } from './times-shown.ts';
import type { LeadFormModel } from './useLeadForm.ts';

/**
 * How the draft of a form is kept:
 * - `none`: nothing;
 * - `saved`: this browser keeps what was typed until `at`;
 * - `refused`: nothing, because the browser refuses its storage;
 * - `tab`: only this tab keeps it, because another tab removed it from the browser or put its own draft there;
 * - `cleared`: nothing any more, because the person just cleared it. `elsewhere`: the browser still keeps a draft of another tab.
 */
export type DraftState =
  | { readonly status: 'none' }
  | { readonly status: 'saved'; readonly at: Date }
  | { readonly status: 'refused' | 'tab' }
  | { readonly status: 'cleared'; readonly elsewhere: boolean };

/** Says what is saved, and lets a person on a shared computer clear it. */
export function DraftNote({ model: { draft, state, clearDraft, undoClear } }: { model: LeadFormModel }) {
  const note = useRef<HTMLDivElement>(null);
  const { status } = draft;
  /** Gives the focus to the note after a press that removes its own button. */
  const act = (action: () => void) => () => {
    action();
    note.current?.focus();
  };
  return (
    <div className="wrapped draft-note" ref={note} tabIndex={-1}>
      <p role="status">
        {status === 'cleared' &&
          (draft.elsewhere ? 'Cleared here. Another tab keeps its own' : 'Cleared from this browser')}
        {status === 'refused' && 'Your browser keeps no draft. Stay here until the form is sent.'}
      </p>
      {status === 'saved' && <p>Saved in this browser {clockTime(draft.at)}</p>}
      {status === 'tab' && <p>Kept in this tab alone, until it is closed</p>}
      {(status === 'saved' || status === 'tab') && state.status !== 'submitting' && (
        <Confirm question="Clear everything you typed?" confirmLabel="Clear it" onConfirm={act(clearDraft)}>
          Clear
        </Confirm>
      )}
      {status === 'cleared' && (
        <Button look="quiet" onClick={act(undoClear)}>
          Undo
        </Button>
      )}
    </div>
  );
}
