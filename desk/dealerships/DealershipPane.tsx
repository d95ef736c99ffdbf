import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { deskPath } from '#contract/desk/session.ts';
import { requestAddress } from '../app/paths.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { deskClock } from '../lib/session.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Dealership } from './Dealership.tsx';
import { actionsOn, useDealership } from './dealerships.ts';

/** The open record. The focus goes to its name when it is opened. */
export function DealershipPane({ id, backTo }: { id: string; backTo: string }) {
  const read = useDealership(id);
  const [, go] = useLocation();
  const pane = useRef<HTMLElement>(null);
  const isThere = read.data !== undefined;
  useEffect(() => {
    if (isThere) pane.current?.querySelector<HTMLElement>('#record-name')?.focus({ preventScroll: true });
  }, [isThere]);
  return (
    <section className="record-pane" aria-label="The open dealership" ref={pane}>
      <Link href={backTo} className="record-back">
        All dealerships
      </Link>
      <Loaded read={read} what="this dealership" gone="There is no such dealership any more.">
        {(record) => (
          <Dealership
            record={record}
            clock={deskClock}
            actions={actionsOn(id)}
            requestHref={(requestId) => `${deskPath}${requestAddress(requestId)}`}
            onGone={() => go(backTo)}
            audit={<RecordAudit kind="dealership" id={id} />}
          />
        )}
      </Loaded>
    </section>
  );
}
