/** The agent's API (`contract/agent.ts`), each response as what the page shows of it. */
import { call, type Fetch } from '#client/lib/http.ts';
import {
  type AgentStep,
  type AgentView,
  type DoneBody,
  doneStep,
  type EndedView,
  plainSteps,
  viewLinkedRequest,
} from '#contract/agent.ts';

/** `dead`: the link is none. `silent`: no usable response came. `view` also when another agent has the request. */
export type AgentAnswer =
  | { readonly kind: 'view'; readonly view: AgentView }
  | { readonly kind: 'ended'; readonly ended: EndedView }
  | { readonly kind: 'dead' }
  | { readonly kind: 'silent' };

/**
 * Asks how the request stands or, with a step, says what the agent does. A call that hangs ends by itself.
 *
 * @param ending how it ended, for Done
 */
export async function askAs(
  fetch: Fetch,
  token: string,
  step: AgentStep | undefined,
  ending: DoneBody | undefined,
  givenUp: AbortSignal,
): Promise<AgentAnswer> {
  const input = { token, signal: givenUp };
  const plain = step === undefined || step === 'done' ? viewLinkedRequest : plainSteps[step];
  const result =
    step === 'done' && ending
      ? await call(fetch, doneStep, { ...input, body: ending })
      : await call(fetch, plain, input);
  if (result.kind === 'refused') return { kind: result.name === 'deadToken' ? 'dead' : 'silent' };
  if (result.kind === 'unreachable') return { kind: 'silent' };
  return result.status === 410 ? { kind: 'ended', ended: result.value } : { kind: 'view', view: result.value };
}
