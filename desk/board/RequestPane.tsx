import type { BoardPerson } from '#contract/desk/board-schemas.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { deskClock, useSession } from '../lib/session.ts';
import { type PaneProps, RecordPane } from '../ui/RecordPane.tsx';
import { LenderHelp } from './LenderHelp.tsx';
import { Record } from './Record.tsx';
import { actionsOn, useRecord } from './requests.ts';

/** The open request. */
export function RequestPane({ id, people, backTo }: PaneProps & { people: readonly BoardPerson[] }) {
  const read = useRecord(id);
  const { person } = useSession();
  return (
    <RecordPane read={read} what="request" backTo={backTo}>
      {(record) => (
        <Record
          record={record}
          clock={deskClock}
          people={people.filter(({ id: personId }) => personId !== person.id)}
          actions={actionsOn(id)}
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
