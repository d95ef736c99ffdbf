import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { type Fault, SendForm } from '../ui/SendForm.tsx';

export interface ContactFields {
  readonly name: string;
  readonly phone: string;
  readonly mail: string;
  /** Their postal codes, as a list. */
  readonly states: string;
}

const labels: Readonly<Record<keyof ContactFields, string>> = {
  name: 'Name',
  phone: 'Telephone',
  mail: 'Mail',
  states: 'Licensed in',
};

interface ConflictProps {
  /** The record as it stands now. */
  theirs: Readonly<Record<keyof ContactFields, string | null>>;
  mine: ContactFields;
  onKeepMine: () => Promise<Fault | undefined>;
  onTakeTheirs: () => void;
}

/** Two people edited one record: the later one sees both versions and decides. Nothing was overwritten. */
export function Conflict({ theirs, mine, onKeepMine, onTakeTheirs }: ConflictProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const names = Object.keys(labels) as (keyof ContactFields)[];
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Somebody else saved this person while you were writing
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
          {names.map((name) => {
            const now = theirs[name] ?? '';
            return (
              <tr key={name} data-differs={now !== mine[name]}>
                <th scope="row">{labels[name]}</th>
                <td data-label="Now">{now || '–'}</td>
                <td data-label="Yours">
                  {mine[name] || '–'}
                  {now !== mine[name] && <span className="visually-hidden"> (differs)</span>}
                </td>
              </tr>
            );
          })}
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
