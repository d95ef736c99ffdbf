import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { type Fault, SendForm } from './SendForm.tsx';

/** One field of a record that two people edited, in words. */
export interface Difference {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
}

interface DifferencesProps {
  /** What was edited, as it stands in the heading: `this dealership`. */
  what: string;
  fields: readonly Difference[];
  onKeepMine: () => Promise<Fault | undefined>;
  onTakeTheirs: () => void;
}

/** Two people edited one record: the later one sees both versions and decides. Nothing was overwritten. */
export function Differences({ what, fields, onKeepMine, onTakeTheirs }: DifferencesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Somebody else saved {what} while you were writing
      </h3>
      <table className="table conflict">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">As it stands now</th>
            <th scope="col">As you wrote it</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, theirs, mine }) => (
            <tr key={label} data-differs={theirs !== mine}>
              <th scope="row">{label}</th>
              <td data-label="Now">{theirs || '–'}</td>
              <td data-label="Yours">
                {mine || '–'}
                {theirs !== mine && <span className="visually-hidden"> (differs)</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <SendForm
        submit="Save mine over it"
        sending="Saving…"
        onSend={onKeepMine}
        beside={<Button onClick={onTakeTheirs}>Leave it as it stands</Button>}
      >
        {null}
      </SendForm>
    </>
  );
}
