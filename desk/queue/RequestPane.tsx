import type { BoardPerson } from '#contract/desk/board-schemas.ts';
import { paths } from '../app/paths.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { deskClock, useSession } from '../lib/session.ts';
import { RecordPane } from '../ui/RecordPane.tsx';
import { LenderHelp } from './LenderHelp.tsx';
import { Record } from './Record.tsx';
import { actionsOn, useRecord } from './requests.ts';

interface RequestPaneProps {
  id: string;
  people: readonly BoardPerson[];
  hrefOf: (id: string) => string;
}

/** The open request. */
export function RequestPane({ id, people, hrefOf }: RequestPaneProps) {
  const read = useRecord(id);
  const { person } = useSession();
  return (
    <RecordPane
      label="The open request"
      read={read}
      what="this request"
      gone="There is no such request."
      back={{ text: 'All requests', path: paths.board }}
    >
      {(record) => (
        <Record
          record={record}
          clock={deskClock}
          people={people.filter(({ id: personId }) => personId !== person.id)}
          actions={actionsOn(id)}
          hrefOf={hrefOf}
          audit={
            <>
              <LenderHelp />
              <RecordAudit kind={record.kind} id={id} />
            </>
          }
        />
      )}
    </RecordPane>
  );
}
