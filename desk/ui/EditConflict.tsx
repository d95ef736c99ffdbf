import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { dropDraft } from '../lib/drafts.ts';
import { focusLate } from '../lib/late-focus.ts';
import { type Fault, LeaveButton, SendForm } from './SendForm.tsx';
import { TableHead } from './TableHead.tsx';

/** One field of a record that two people edited, in words; empty when it has no value. */
export interface ConflictField {
  readonly label: string;
  readonly theirs: string;
  /** Null when the later person did not change the field. The stored value then stays. */
  readonly mine: string | null;
}

interface EditConflictProps {
  /** What was edited, as the heading names it: `this dealership`. */
  what: string;
  /** Replaces the usual heading, which says that somebody else saved meanwhile. */
  heading?: string;
  /** The key of the form's draft, which is dropped once the person has decided. Null when the form drops it itself. */
  draft: string | null;
  fields: readonly ConflictField[];
  onKeepMine: () => Promise<Fault | undefined>;
  /** Called once the person's own version is stored. Absent when `onKeepMine` does all that follows. */
  onKept?: () => void;
  onTakeTheirs: () => void;
}

/** A ref for a heading that takes the focus when it appears, because the form that had the focus is gone. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusLate(heading.current), []);
  return heading;
}

/** Shown to the later of two people who edited the same thing: both versions and a choice. Nothing has been overwritten. */
export function EditConflict({ what, heading: says, draft, fields, ...decided }: EditConflictProps) {
  const heading = useFocusedHeading();
  const { onKeepMine, onKept, onTakeTheirs } = decided;
  const keepMine = async (): Promise<Fault | undefined> => {
    const fault = await onKeepMine();
    if (fault === undefined && draft !== null) dropDraft(draft);
    return fault;
  };
  const takeTheirs = () => {
    if (draft !== null) dropDraft(draft);
    onTakeTheirs();
  };
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {says ?? `Somebody else saved ${what} while you were writing`}
      </h3>
      <table className="table conflict">
        <TableHead columns={['Field', 'Saved version', 'Your version']} />
        <tbody>
          {fields.map(({ label, theirs, mine }) => (
            <tr key={label} data-differs={mine !== null && theirs !== mine}>
              <th scope="row">{label}</th>
              <td data-label="Now">{theirs || '–'}</td>
              <td data-label="Yours">
                {mine === null ? <span className="soft">not changed by you</span> : mine || '–'}
                {mine !== null && theirs !== mine && <span className="visually-hidden"> (differs)</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <SendForm
        draft={null}
        submit="Save my version"
        onSend={keepMine}
        onSent={onKept}
        beside={<LeaveButton onLeave={takeTheirs}>Keep their version</LeaveButton>}
      >
        {null}
      </SendForm>
    </>
  );
}

interface EndedProps {
  /** What was edited, as the heading begins with it: `This contact`. */
  what: string;
  /** The key of the form's draft. The draft is dropped, because it may repeat what was erased. */
  draft: string;
  /** What happened to the typed text, and what the person can do. */
  children: ReactNode;
  onLeave: () => void;
}

/** Shown when the thing that a person edits was removed or erased meanwhile, so that nothing can be saved. */
export function Ended({ what, draft, children, onLeave }: EndedProps) {
  const heading = useFocusedHeading();
  useEffect(() => dropDraft(draft), [draft]);
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {what} was removed or erased while you were writing
      </h3>
      <p>{children}</p>
      <div className="wrapped form-end">
        <Button onClick={onLeave}>Leave it</Button>
      </div>
    </>
  );
}
