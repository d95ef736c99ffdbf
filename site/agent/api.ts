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

/**
 * `view`: the request, also when another agent has it. `ended`: it is over. `taken`: whether the server took the step, or the Done
 * that was asked about; undefined when that is not known. `dead`: the link is not valid. `silent`: no usable response came.
 */
export type AgentResponse =
  | { readonly kind: 'view'; readonly view: AgentView; readonly taken: boolean }
  | { readonly kind: 'ended'; readonly ended: EndedView; readonly taken: boolean | undefined }
  | { readonly kind: 'dead' | 'silent'; readonly taken?: undefined };

interface AgentCall {
  readonly token: string;
  readonly signal: AbortSignal;
  readonly step?: AgentStep | undefined;
  /** How the request ended, for the step `done`. Without a step, the server is asked whether it has that ending. */
  readonly ending?: DoneBody | undefined;
  /** The version of the request that the page showed when the step was pressed. */
  readonly seen?: number | undefined;
}

function send(fetch: Fetch, { step, ending, seen, ...input }: AgentCall) {
  if (ending) return call(fetch, doneStep, { ...input, body: { ...ending, seen } });
  if (step === undefined || step === 'done') return call(fetch, viewLinkedRequest, input);
  return call(fetch, plainSteps[step], { ...input, body: { seen } });
}

/** Asks for the state of the request or, with a step, says what the agent does. A call without a response ends by itself. */
export async function callAgentApi(fetch: Fetch, agentCall: AgentCall): Promise<AgentResponse> {
  const result = await send(fetch, agentCall);
  if (result.kind === 'refused') return { kind: result.name === 'deadToken' ? 'dead' : 'silent' };
  if (result.kind === 'unreachable') return { kind: 'silent' };
  if (result.status === 410) return { kind: 'ended', ended: result.value, taken: result.value.noted };
  return { kind: 'view', view: result.value, taken: result.status === 200 };
}
