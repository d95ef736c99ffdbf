import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { deskClock } from '../lib/session.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Lead } from './Lead.tsx';
import { actionsOn, useLead } from './leads.ts';

interface LeadPaneProps {
  id: string;
  /** The address of the list with its filters. */
  backTo: string;
  pathOf: (id: string) => string;
}

/** The open lead. The focus goes to its name when it is opened. */
export function LeadPane({ id, backTo, pathOf }: LeadPaneProps) {
  const lead = useLead(id);
  const [, go] = useLocation();
  const pane = useRef<HTMLElement>(null);
  const shownId = lead.data?.id;
  useEffect(() => {
    if (shownId !== undefined) pane.current?.querySelector<HTMLElement>('#record-name')?.focus({ preventScroll: true });
  }, [shownId]);
  // The address of a joined form leads to the lead that it is shown under.
  useEffect(() => {
    if (shownId !== undefined && shownId !== id) go(pathOf(shownId), { replace: true });
  });
  return (
    <section className="record-pane" aria-label="The open lead" ref={pane}>
      <Link href={backTo} className="record-back">
        All leads
      </Link>
      <Loaded read={lead} what="this lead" gone="There is no such lead.">
        {(value) => (
          <Lead
            lead={value}
            clock={deskClock}
            actions={actionsOn(value.id)}
            hrefOf={pathOf}
            audit={<RecordAudit kind="lead" id={value.id} />}
          />
        )}
      </Loaded>
    </section>
  );
}
