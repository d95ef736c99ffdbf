import { useCallback, useEffect, useRef, useState } from 'react';
import { type AgentStep, type AgentView, agentPollMs, type EndedView } from '#contract/agent.ts';
import { sessionStorageIfAllowed } from '../portal/env.ts';
import { type AgentAnswer, askAs } from './api.ts';
import { takeToken } from './link.ts';

/**
 * What the agent's page shows:
 * - `opening`: nothing was answered yet; `silent` when that took a try and failed;
 * - `no link`, `dead`: there is nothing to show;
 * - `open`: as it stood last; `step` is on its way, `failed` did not arrive, `silent` says that no answer comes now.
 */
export type AgentPage =
  | { readonly state: 'opening'; readonly silent: boolean }
  | { readonly state: 'no link' }
  | { readonly state: 'dead' }
  | { readonly state: 'over'; readonly ended: EndedView }
  | {
      readonly state: 'open';
      readonly view: AgentView;
      readonly silent: boolean;
      readonly step?: AgentStep;
      readonly failed?: AgentStep;
    };

/** The page after an answer; what is not in it stays. */
export function pageAfter(page: AgentPage, answer: AgentAnswer): AgentPage {
  switch (answer.kind) {
    case 'dead':
      return { state: 'dead' };
    case 'ended':
      return { state: 'over', ended: answer.ended };
    case 'view':
      return { state: 'open', silent: false, view: answer.view };
    case 'silent':
      return page.state === 'open' || page.state === 'opening' ? { ...page, silent: true } : page;
  }
}

/** The request behind the link that opened this page, as it changes. */
export function useAgentRequest() {
  const [page, setPage] = useState<AgentPage>({ state: 'opening', silent: false });
  const token = useRef<string>(undefined);
  /** A step's answer is newer than that of a question that was asked before it. */
  const turn = useRef(0);
  const stepping = useRef(false);

  const look = useCallback(async (): Promise<void> => {
    const asked = token.current;
    if (asked === undefined || stepping.current) return;
    const mine = ++turn.current;
    const answer = await askAs(fetch, asked, undefined);
    if (mine !== turn.current) return;
    // There is nothing more to ask of a link that is dead or whose request is over.
    if (answer.kind === 'dead' || answer.kind === 'ended') token.current = undefined;
    setPage((now) => pageAfter(now, answer));
  }, []);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const open = () => {
      token.current = takeToken({ location, history, storage: sessionStorageIfAllowed() });
      turn.current += 1;
      setPage(token.current === undefined ? { state: 'no link' } : { state: 'opening', silent: false });
      void look();
    };
    open();
    const timer = setInterval(() => {
      if (!document.hidden) void look();
    }, agentPollMs);
    // Another link, opened in this tab, changes nothing but the fragment.
    addEventListener('hashchange', () => location.hash && open(), { signal });
    document.addEventListener('visibilitychange', () => void look(), { signal });
    addEventListener('online', () => void look(), { signal });
    return () => {
      clearInterval(timer);
      listening.abort();
    };
  }, [look]);

  const step = async (next: AgentStep): Promise<void> => {
    const asked = token.current;
    if (asked === undefined || stepping.current) return;
    stepping.current = true;
    turn.current += 1;
    setPage((now) => (now.state === 'open' ? { state: 'open', view: now.view, silent: now.silent, step: next } : now));
    const answer = await askAs(fetch, asked, next);
    stepping.current = false;
    setPage((now) => {
      if (answer.kind === 'silent' && now.state === 'open') {
        return { state: 'open', view: now.view, silent: true, failed: next };
      }
      return pageAfter(now, answer);
    });
  };

  return { page, step };
}
