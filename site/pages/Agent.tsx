import { useRef } from 'react';
import { brand } from '#brand/brand.ts';
import { agentRefusals } from '#contract/agent.ts';
import { AgentScreen } from '../agent/AgentScreen.tsx';
import { useAgentRequest } from '../agent/useAgentRequest.ts';
import { endingOf } from '../agent/words.ts';
import { useFocusKept } from '../ui/focus.ts';
import { Mark } from '../ui/Mark.tsx';
import '../agent/agent.css';

/** The page that an agent's link opens: what a dealership asks, and what the finance manager does with it (R24, R35). */
export function Agent() {
  const { page, step } = useAgentRequest();
  const frame = useRef<HTMLDivElement>(null);
  useFocusKept(frame);
  return (
    <div className="agent night">
      <div ref={frame} className="frame agent-frame">
        <p className="agent-brand">
          <Mark />
          {brand.name} finance desk
        </p>
        {page.state === 'opening' && (
          <>
            <h1>Request for a finance manager</h1>
            <p className="agent-standing" role="status">
              {page.silent ? 'No answer yet. This page keeps asking.' : 'Opening the request…'}
            </p>
          </>
        )}
        {page.state === 'no link' && (
          <>
            <h1>Request for a finance manager</h1>
            <p className="agent-standing">
              Open the link in the text or mail that you got. It is good for one request.
            </p>
          </>
        )}
        {page.state === 'dead' && (
          <>
            <h1>Request for a finance manager</h1>
            <p className="agent-standing" role="alert">
              {agentRefusals.deadLink.text}
            </p>
          </>
        )}
        {page.state === 'over' && (
          <>
            <h1>This request is over</h1>
            <p className="agent-standing" role="status">
              {endingOf(page.ended)}
            </p>
            <p className="agent-over">{page.ended.reference}</p>
          </>
        )}
        {page.state === 'open' && <AgentScreen page={page} onStep={(next, ending) => void step(next, ending)} />}
        <noscript>
          <p>This page needs JavaScript.</p>
        </noscript>
      </div>
    </div>
  );
}
