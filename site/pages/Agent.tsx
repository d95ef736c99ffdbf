import { useRef } from 'react';
import { brand } from '#brand/brand.ts';
import { browserClocks, useNow } from '#client/lib/clock.ts';
import { useHeadingFocus } from '#client/lib/heading-focus.ts';
import { Mark } from '#client/ui/Mark.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { telOf } from '#client/ui/tel.ts';
import { agentRefusals } from '#contract/agent.ts';
import { AgentScreen } from '../agent/AgentScreen.tsx';
import type { AgentPage } from '../agent/agent-request.ts';
import { UnsentNote } from '../agent/UnsentNote.tsx';
import { useAgentRequest } from '../agent/useAgentRequest.ts';
import { endingOf, standingOf } from '../agent/words.ts';
import '../agent/agent.css';

const deviceClock = { now: browserClocks.wall };
const minuteMs = 60_000;

/** How it stands, in a sentence. */
function wordsOf(page: AgentPage, nowMs: number): string {
  switch (page.status) {
    case 'opening':
      return page.silent ? 'No answer yet. This page keeps asking.' : 'Opening the request…';
    case 'no link':
      return 'Open the link in the text or mail that you got. It is good for one request.';
    case 'dead':
      return agentRefusals.deadLink.text;
    case 'over':
      return endingOf(page.ended, nowMs);
    case 'open':
      return standingOf(page.view);
  }
}

/** Whether the page was opened like this. What it says then is read out with the page itself. */
const isFirst = ({ status, silent }: { status: AgentPage['status']; silent?: boolean }): boolean =>
  status === 'no link' || (status === 'opening' && !silent);

/** The page that an agent's link opens: the dealership's request, and the finance manager's actions on it (R24, R35). */
export function Agent() {
  const { page, shut, step } = useAgentRequest();
  const frame = useRef<HTMLDivElement>(null);
  useHeadingFocus(frame);
  // A page that is over hears nothing more. The day changes all the same.
  const words = wordsOf(page, useNow(deviceClock, page.status === 'over', minuteMs));
  return (
    <div className="link-page agent night">
      {/* One live region serves every state, so the region is in the page before its text changes. */}
      <Spoken text={isFirst(page) ? '' : words} />
      <div ref={frame} className="frame link-frame agent-frame">
        <p className="link-brand">
          <Mark />
          {brand.name} finance desk
        </p>
        {page.status === 'open' ? (
          <AgentScreen page={page} onStep={(next, ending) => void step(next, ending)} />
        ) : (
          <>
            <h1>{page.status === 'over' ? 'This request is over' : 'Request for a finance manager'}</h1>
            <p className="link-standing" data-needs-script="">
              {words}
            </p>
          </>
        )}
        {page.status === 'over' && <p className="agent-over">{page.ended.reference}</p>}
        {shut !== undefined && <UnsentNote reference={shut} />}
        <noscript>
          <p>
            This page needs JavaScript. Open the link in another browser, or{' '}
            <a href={telOf(brand.directLine)}>call {brand.directLine}</a>.
          </p>
        </noscript>
      </div>
    </div>
  );
}
