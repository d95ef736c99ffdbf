import { RecordAudit } from '../audit/RecordAudit.tsx';
import { deskClock } from '../lib/session.ts';
import { useGoHere } from '../lib/use-go-here.ts';
import { HoldPart } from '../records/Holds.tsx';
import { type PaneProps, RecordPane } from '../ui/RecordPane.tsx';
import { Dealership } from './Dealership.tsx';
import { actionsOn, useDealership } from './dealerships.ts';

/** The open dealership. */
export function DealershipPane({ id, backTo }: PaneProps) {
  const read = useDealership(id);
  const go = useGoHere();
  return (
    <RecordPane read={read} what="dealership" backTo={backTo}>
      {(record) => (
        <Dealership
          record={record}
          clock={deskClock}
          actions={actionsOn(id)}
          onGone={() => go(backTo)}
          audit={
            <>
              <HoldPart kind="dealership" id={id} />
              <RecordAudit kind="dealership" id={id} />
            </>
          }
        />
      )}
    </RecordPane>
  );
}
