/** The agent's API (`contract/agent.ts`), each answer as what the page shows of it. */
import * as z from 'zod/mini';
import {
  type AgentStep,
  type AgentView,
  agentRequestPath,
  agentStepPath,
  agentView,
  type DoneBody,
  type EndedView,
  endedView,
} from '#contract/agent.ts';

/** `dead`: the link is none. `silent`: no usable answer came. `view` also when another agent has the request. */
export type AgentAnswer =
  | { readonly kind: 'view'; readonly view: AgentView }
  | { readonly kind: 'ended'; readonly ended: EndedView }
  | { readonly kind: 'dead' }
  | { readonly kind: 'silent' };

const answerWithinMs = 15_000;

/** Reads an answer by its status. Pure. */
export function readAgentAnswer(status: number, body: string): AgentAnswer {
  if (status === 401) return { kind: 'dead' };
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { kind: 'silent' };
  }
  if (status === 200 || status === 409) {
    const read = z.safeParse(agentView, json);
    if (read.success) return { kind: 'view', view: read.data };
  }
  if (status === 410) {
    const read = z.safeParse(endedView, json);
    if (read.success) return { kind: 'ended', ended: read.data };
  }
  return { kind: 'silent' };
}

/**
 * Asks how the request stands or, with a step, says what the agent does. A call that hangs ends by itself.
 *
 * @param ending how it ended, for Done
 */
export async function askAs(
  fetch: typeof globalThis.fetch,
  token: string,
  step: AgentStep | undefined,
  ending: DoneBody | undefined,
  givenUp: AbortSignal,
): Promise<AgentAnswer> {
  try {
    const response = await fetch(step ? agentStepPath(step) : agentRequestPath, {
      method: step ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(ending && { 'content-type': 'application/json' }),
      },
      ...(ending && { body: JSON.stringify(ending) }),
      signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), givenUp]),
      cache: 'no-store',
    });
    return readAgentAnswer(response.status, await response.text());
  } catch {
    // No connection, no answer in time, or nobody waits for it any more.
    return { kind: 'silent' };
  }
}
