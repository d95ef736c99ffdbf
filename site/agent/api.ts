/** Calls the agent's API (`contract/agent-endpoints.ts`) and reads each response as what the page shows. */
import type { Fetch } from '#client/lib/exchange.ts';
import { call } from '#client/lib/http.ts';
import type { AgentStep } from '#contract/agent.ts';
import {
  type AgentView,
  type DoneBody,
  doneStep,
  type EndedView,
  plainSteps,
  viewLinkedRequest,
} from '#contract/agent-endpoints.ts';

/** `view`: the request, also when another agent has it; `taken`: whether the step was. `dead`: the link is not valid. `silent`: no usable response came. */
export type AgentResponse =
  | { readonly kind: 'view'; readonly view: AgentView; readonly taken: boolean }
  | { readonly kind: 'ended'; readonly ended: EndedView }
  | { readonly kind: 'dead' }
  | { readonly kind: 'silent' };

/**
 * Asks for the state of the request or, with a step, says what the agent does. A call without a response ends by itself.
 *
 * @param ending how the request ended, for the step `done`
 */
export async function callAgentApi(
  fetch: Fetch,
  token: string,
  step: AgentStep | undefined,
  ending: DoneBody | undefined,
  signal: AbortSignal,
): Promise<AgentResponse> {
  const input = { token, signal };
  const plain = step === undefined || step === 'done' ? viewLinkedRequest : plainSteps[step];
  const result =
    step === 'done' && ending
      ? await call(fetch, doneStep, { ...input, body: ending })
      : await call(fetch, plain, input);
  if (result.kind === 'refused') return { kind: result.name === 'deadToken' ? 'dead' : 'silent' };
  if (result.kind === 'unreachable') return { kind: 'silent' };
  if (result.status === 410) return { kind: 'ended', ended: result.value };
  return { kind: 'view', view: result.value, taken: result.status === 200 };
}
