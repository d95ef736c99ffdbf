/** The request of an agent's link, as the last response showed it. At most one call is on its way at a time. */
import { createStore } from '#client/lib/store.ts';
import type { AgentStep } from '#contract/agent.ts';
import type { AgentView, DoneBody, EndedView } from '#contract/agent-endpoints.ts';
import { type AgentResponse, callAgentApi } from './api.ts';
import type { Sent } from './ending-draft.ts';

/**
 * What the agent's page shows:
 * - `opening`: there was no response yet; `silent` when a try has failed;
 * - `no link`: the address has no token. `dead`: its token is not valid;
 * - `over`: the request has ended;
 * - `open`: `view` is the last response. `step` is on its way, no answer came to `failed`, `silent` says that there is no
 *   connection now. `changed`: the dealership has changed its answers while this page showed them.
 */
export type AgentPage =
  | { readonly status: 'opening'; readonly silent: boolean }
  | { readonly status: 'no link' | 'dead' }
  | { readonly status: 'over'; readonly ended: EndedView }
  | {
      readonly status: 'open';
      readonly view: AgentView;
      readonly silent: boolean;
      readonly step?: AgentStep;
      readonly failed?: AgentStep;
      readonly changed?: boolean;
    };

/** Whether an agent reads the details of a request: one who has it and, while nobody has it, one who has not declined it. */
const isInformed = ({ mine, acceptedAt, declinedAt }: AgentView): boolean =>
  mine || (acceptedAt === null && declinedAt === null);

/** Whether the dealership asks for something else than before, or has given another AnyDesk address. */
function isChanged(before: AgentView, next: AgentView): boolean {
  if (!isInformed(before) || !isInformed(next)) return false;
  const answers = ({ requestType, additionalInfo, callbackName }: AgentView, anydesk: string | null) =>
    JSON.stringify([requestType, additionalInfo, callbackName, anydesk]);
  // The first address is waited for.
  return answers(before, before.anydesk ?? next.anydesk) !== answers(next, next.anydesk);
}

/**
 * What the page says beside the request. A step without an answer is told until the request has changed, and a poll alone does not
 * remove it. Changed answers are told until the next step.
 */
function saidBeside(
  page: AgentPage,
  next: AgentView,
  step: AgentStep | undefined,
): { readonly failed?: AgentStep; readonly changed?: boolean } {
  if (page.status !== 'open') return {};
  const { view, failed, changed } = page;
  const shown = (one: AgentView) => JSON.stringify({ ...one, serverNow: '', version: 0 });
  return {
    ...(step === undefined && failed && shown(view) === shown(next) && { failed }),
    ...((changed || isChanged(view, next)) && { changed: true }),
  };
}

/** The page after a response to a poll or to a step. */
function pageAfter(page: AgentPage, response: AgentResponse, step: AgentStep | undefined): AgentPage {
  switch (response.kind) {
    case 'dead':
      return { status: 'dead' };
    case 'ended':
      return { status: 'over', ended: response.ended };
    case 'view':
      return {
        status: 'open',
        silent: false,
        view: response.view,
        ...saidBeside(page, response.view, step),
      };
    case 'silent':
      if (page.status === 'open' && step) {
        return { status: 'open', view: page.view, silent: true, failed: step };
      }
      return page.status === 'open' || page.status === 'opening' ? { ...page, silent: true } : page;
  }
}

/**
 * @param onDone called when Done is sent, and again once it is known whether the server took it
 * @param doubtOf gives a Done of which this tab does not know that the server has it, for a request's reference. The server is asked
 * about it once the request is closed, before the page shows that; until then that Done may still arrive
 */
export function createAgentRequest(
  fetch: typeof globalThis.fetch,
  onDone: (reference: string, ending: DoneBody, sent: Sent) => void = () => undefined,
  doubtOf?: (reference: string) => DoneBody | undefined,
) {
  const store = createStore<AgentPage>({ status: 'opening', silent: false });
  let token: string | undefined;
  let pendingCall: { readonly step: AgentStep | undefined; readonly controller: AbortController } | undefined;

  /** Gives up the call that is on its way. A late response is ignored. A step is not aborted, so it still arrives. */
  function abandonPendingCall(): void {
    if (pendingCall && !pendingCall.step) pendingCall.controller.abort();
    pendingCall = undefined;
  }

  async function call(step?: AgentStep, ending?: DoneBody): Promise<void> {
    if (token === undefined) return;
    abandonPendingCall();
    const mine = { step, controller: new AbortController() };
    pendingCall = mine;
    const before = store.get();
    const { reference = '', closing, version } = before.status === 'open' ? before.view : {};
    if (step && before.status === 'open') {
      if (ending) onDone(reference, ending, 'perhaps');
      store.set({ status: 'open', view: before.view, silent: before.silent, step });
    }
    let about = step || !closing ? ending : doubtOf?.(reference);
    const { signal } = mine.controller;
    let response = await callAgentApi(fetch, { token, signal, step, ending: about, seen: version });
    const shown = response.kind === 'ended' ? response.ended : response.kind === 'view' && response.view;
    const doubt = !about && shown && (!('closing' in shown) || shown.closing) && doubtOf?.(shown.reference);
    if (doubt) {
      const answer = await callAgentApi(fetch, { token, signal, ending: doubt });
      if (answer.kind !== 'silent') [response, about] = [answer, doubt];
    }
    if (about && response.taken !== undefined) onDone(reference, about, response.taken ? 'yes' : 'no');
    if (pendingCall !== mine) return;
    pendingCall = undefined;
    // A link that is dead, or whose request is over, is not asked again.
    if (response.kind === 'dead' || response.kind === 'ended') token = undefined;
    store.set(pageAfter(store.get(), response, step));
  }

  return {
    store,
    open(next: string | undefined): void {
      abandonPendingCall();
      token = next;
      store.set(next === undefined ? { status: 'no link' } : { status: 'opening', silent: false });
      void call();
    },
    /** Polls. While a call is on its way on a slow connection, no second one is made. */
    poll(): void {
      if (!pendingCall) void call();
    },
    /** Polls now: the network came back, or somebody looks again. The call before may never get a response. */
    reconnect(): void {
      if (!pendingCall?.step) void call();
    },
    /** Says what the agent does. Its response is newer than that of any call before. */
    async step(next: AgentStep, ending?: DoneBody): Promise<void> {
      if (!pendingCall?.step) await call(next, ending);
    },
  };
}
