import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { BoardPerson } from '#contract/desk/board-schemas.ts';
import { paths } from '../app/paths.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { deskClock, useSession } from '../lib/session.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { LenderHelp } from './LenderHelp.tsx';
import { Record } from './Record.tsx';
import { actionsOn, useRecord } from './requests.ts';

interface RecordPaneProps {
  id: string;
  people: readonly BoardPerson[];
  hrefOf: (id: string) => string;
}

/** The open record. The focus goes to its name when it is opened. */
export function RecordPane({ id, people, hrefOf }: RecordPaneProps) {
  const record = useRecord(id);
  const { person } = useSession();
  const pane = useRef<HTMLElement>(null);
  const isThere = record.data !== undefined;
  useEffect(() => {
    if (isThere) pane.current?.querySelector<HTMLElement>('#record-name')?.focus({ preventScroll: true });
  }, [isThere]);
  return (
    <section className="record-pane" aria-label="The open request" ref={pane}>
      <Link href={paths.board} className="record-back">
        All requests
      </Link>
      <Loaded read={record} what="this request" gone="There is no such request.">
        {(value) => (
          <Record
            record={value}
            clock={deskClock}
            people={people.filter(({ id: personId }) => personId !== person.id)}
            actions={actionsOn(id)}
            hrefOf={hrefOf}
            audit={
              <>
                <LenderHelp />
                <RecordAudit kind={value.kind} id={id} />
              </>
            }
          />
        )}
      </Loaded>
    </section>
  );
}
