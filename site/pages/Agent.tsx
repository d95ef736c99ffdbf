import { useRef } from 'react';
import { brand } from '#brand/brand.ts';
import { useFocusKept } from '#client/lib/focus.ts';
import { Mark } from '#client/ui/Mark.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { agentRefusals } from '#contract/agent.ts';
import { AgentScreen } from '../agent/AgentScreen.tsx';
import type { AgentPage } from '../agent/agent-request.ts';
import { UnsentNote } from '../agent/UnsentNote.tsx';
import { useAgentRequest } from '../agent/useAgentRequest.ts';
import { endingOf, standingOf } from '../agent/words.ts';
import '../agent/agent.css';

/** What screen readers announce. One live region serves every state, so the region is in the page before its text changes. */
function spokenOf(page: AgentPage): string {
  if (page.status === 'open') return standingOf(page.view);
  if (page.status === 'over') return endingOf(page.ended);
  if (page.status === 'dead') return agentRefusals.deadLink.text;
  return page.status === 'opening' && page.silent ? 'No answer yet. This page keeps asking.' : '';
}

/** The page that an agent's link opens: the dealership's request, and the finance manager's actions on it (R24, R35). */
export function Agent() {
  const { page, step } = useAgentRequest();
  const frame = useRef<HTMLDivElement>(null);
  useFocusKept(frame);
  return (
    <div className="agent night">
      <Spoken text={spokenOf(page)} />
      <div ref={frame} className="frame agent-frame">
        <p className="agent-brand">
          <Mark />
          {brand.name} finance desk
        </p>
        {page.status === 'opening' && (
          <>
            <h1>Request for a finance manager</h1>
            <p className="agent-standing">
              {page.silent ? 'No answer yet. This page keeps asking.' : 'Opening the request…'}
            </p>
          </>
        )}
        {page.status === 'no link' && (
          <>
            <h1>Request for a finance manager</h1>
            <p className="agent-standing">
              Open the link in the text or mail that you got. It is good for one request.
            </p>
          </>
        )}
        {page.status === 'dead' && (
          <>
            <h1>Request for a finance manager</h1>
            <p className="agent-standing">{agentRefusals.deadLink.text}</p>
          </>
        )}
        {page.status === 'over' && (
          <>
            <h1>This request is over</h1>
            <p className="agent-standing">{endingOf(page.ended)}</p>
            <p className="agent-over">{page.ended.reference}</p>
            <UnsentNote reference={page.ended.reference} />
          </>
        )}
        {page.status === 'open' && <AgentScreen page={page} onStep={(next, ending) => void step(next, ending)} />}
        <noscript>
          <p>This page needs JavaScript.</p>
        </noscript>
      </div>
    </div>
  );
}
