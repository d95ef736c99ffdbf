import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { deskClock } from '../lib/session.ts';
import { HoldPart } from '../records/Holds.tsx';
import { type PaneProps, RecordPane } from '../ui/RecordPane.tsx';
import { Lead } from './Lead.tsx';
import { actionsOn, isFormErased, joinedIdsOf, useLead } from './leads.ts';

/** The open lead. */
export function LeadPane({ id, backTo, pathOf }: PaneProps & { pathOf: (id: string) => string }) {
  const read = useLead(id);
  const [, go] = useLocation();
  const shownId = read.data?.id;
  // The address of a joined form is replaced by the address of the lead that shows it.
  useEffect(() => {
    if (shownId !== undefined && shownId !== id) go(pathOf(shownId), { replace: true });
  });
  return (
    <RecordPane read={read} what="lead" backTo={backTo}>
      {(lead) => (
        <Lead
          // What was typed on the form of the address must not go on to another one when that form was erased.
          key={isFormErased(lead, id) ? `${lead.id} without ${id}` : undefined}
          lead={lead}
          clock={deskClock}
          actions={actionsOn(lead.id)}
          hrefOf={pathOf}
          audit={
            <>
              {!isFormErased(lead, lead.id) && <HoldPart kind="lead" id={lead.id} joinedIds={joinedIdsOf(lead)} />}
              <RecordAudit kind="lead" id={lead.id} />
            </>
          }
        />
      )}
    </RecordPane>
  );
}
