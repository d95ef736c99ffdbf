import { useEffect, useState } from 'react';
import { tabStorage } from '#client/lib/storage.ts';
import { useStore } from '#client/lib/store.ts';
import { agentPollMs } from '#contract/agent.ts';
import { takeToken } from '../navigation/link-token.ts';
import { createAgentRequest } from './agent-request.ts';
import { doubtfulEnding, dropEnding, keptEnding, markEnding } from './ending-draft.ts';

const tokenKey = 'boxline.agent';
/** The tab keeps which request its link showed: the link may be dead by the time the browser loads a discarded tab again. */
const referenceKey = () => `${tokenKey}.${tabStorage.read(tokenKey)}`;

/** The request behind the link that opened this page, as it changes. */
export function useAgentRequest() {
  const [request] = useState(() =>
    createAgentRequest(
      (...call) => fetch(...call),
      (...sent) => markEnding(tabStorage, ...sent),
      (reference) => doubtfulEnding(tabStorage, reference),
    ),
  );

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const open = () => request.open(takeToken(tokenKey, { location, history, tab: tabStorage }));
    open();
    const timer = setInterval(() => {
      if (!document.hidden) request.poll();
    }, agentPollMs);
    // Another link that is opened in this tab changes only the fragment.
    addEventListener('hashchange', () => location.hash && open(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden || request.reconnect(), { signal });
    addEventListener('online', request.reconnect, { signal });
    return () => {
      clearInterval(timer);
      listening.abort();
    };
  }, [request]);

  const page = useStore(request.store);
  const over = page.status === 'over' && page.ended.reference;
  useEffect(() => {
    if (over && keptEnding(tabStorage, over).sent === 'yes') dropEnding(tabStorage, over);
  }, [over]);

  const shown = page.status === 'open' && page.view.reference;
  useEffect(() => {
    if (shown) tabStorage.write(referenceKey(), shown);
  }, [shown]);

  return {
    page,
    /** The reference of a request that this page shows no more. */
    shut: over || (page.status === 'dead' ? tabStorage.read(referenceKey()) : undefined),
    step: request.step,
  };
}
