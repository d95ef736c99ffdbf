/** The request behind an agent's link, as it stood at the last answer. One thing at a time is on its way. */

import { createStore } from '#client/lib/store.ts';
import type { AgentStep, AgentView, DoneBody, EndedView } from '#contract/agent.ts';
import { type AgentAnswer, askAs } from './api.ts';

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

/** A step that did not arrive, while the request stands as it stood then: the next poll is no reason to stop saying so. */
function failedStill(page: AgentPage, next: AgentView): { readonly failed?: AgentStep } {
  if (page.state !== 'open' || page.failed === undefined) return {};
  const same = JSON.stringify({ ...page.view, serverNow: '' }) === JSON.stringify({ ...next, serverNow: '' });
  return same ? { failed: page.failed } : {};
}

/** The page after an answer to a question or to a step; what is not in it stays. */
function pageAfter(page: AgentPage, answer: AgentAnswer, step: AgentStep | undefined): AgentPage {
  switch (answer.kind) {
    case 'dead':
      return { state: 'dead' };
    case 'ended':
      return { state: 'over', ended: answer.ended };
    case 'view':
      return {
        state: 'open',
        silent: false,
        view: answer.view,
        ...(step === undefined && failedStill(page, answer.view)),
      };
    case 'silent':
      if (page.state === 'open' && step) return { state: 'open', view: page.view, silent: true, failed: step };
      return page.state === 'open' || page.state === 'opening' ? { ...page, silent: true } : page;
  }
}

export function createAgentRequest(fetch: typeof globalThis.fetch) {
  const store = createStore<AgentPage>({ state: 'opening', silent: false });
  let token: string | undefined;
  let onItsWay: { readonly step: AgentStep | undefined; readonly givenUp: AbortController } | undefined;

  /** What is on its way is given up, and its answer, should it still come, is too old. A step arrives all the same. */
  function giveUp(): void {
    if (onItsWay && !onItsWay.step) onItsWay.givenUp.abort();
    onItsWay = undefined;
  }

  async function ask(step?: AgentStep, ending?: DoneBody): Promise<void> {
    if (token === undefined) return;
    giveUp();
    const mine = { step, givenUp: new AbortController() };
    onItsWay = mine;
    const before = store.get();
    if (step && before.state === 'open') {
      store.set({ state: 'open', view: before.view, silent: before.silent, step });
    }
    const answer = await askAs(fetch, token, step, ending, mine.givenUp.signal);
    if (onItsWay !== mine) return;
    onItsWay = undefined;
    // There is nothing more to ask of a link that is dead or whose request is over.
    if (answer.kind === 'dead' || answer.kind === 'ended') token = undefined;
    store.set(pageAfter(store.get(), answer, step));
  }

  return {
    store,
    /** Shows the request of a link. */
    open(next: string | undefined): void {
      giveUp();
      token = next;
      store.set(next === undefined ? { state: 'no link' } : { state: 'opening', silent: false });
      void ask();
    },
    /** Asks how it stands. An answer that takes its time on a slow line is waited for, not asked for again. */
    look(): void {
      if (!onItsWay) void ask();
    },
    /** Asks now: the network came back, or somebody looks again, and what was asked before may never be answered. */
    hurry(): void {
      if (!onItsWay?.step) void ask();
    },
    /** Says what the agent does. The answer is newer than that of any question that was asked before. */
    async step(next: AgentStep, ending?: DoneBody): Promise<void> {
      if (!onItsWay?.step) await ask(next, ending);
    },
  };
}
