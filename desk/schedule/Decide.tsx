import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { type Fault, SendForm } from '../ui/SendForm.tsx';

/** One part of what two people wrote, in words. */
export interface Compared {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
}

interface DecideProps {
  /** What was edited, as it stands in the sentence: `these hours`. */
  what: string;
  compared: readonly Compared[];
  onKeepMine: () => Promise<Fault | undefined>;
  onTakeTheirs: () => void;
}

/** Two people edited the same hours: the later one sees both and decides. Nothing was overwritten. */
export function Decide({ what, compared, onKeepMine, onTakeTheirs }: DecideProps) {
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
            <th scope="col">Part</th>
            <th scope="col">As it stands now</th>
            <th scope="col">As you wrote it</th>
          </tr>
        </thead>
        <tbody>
          {compared.map(({ label, theirs, mine }) => (
            <tr key={label} data-differs={theirs !== mine}>
              <th scope="row">{label}</th>
              <td data-label="Now">{theirs}</td>
              <td data-label="Yours">
                {mine}
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
