/** `/api/agent/request`: shows one request to somebody with a link to it, and takes their steps. GET changes nothing. */
import type { FastifyInstance } from 'fastify';
import type { AgentStep } from '#contract/agent.ts';
import { doneStep, plainSteps, viewLinkedRequest } from '#contract/agent-endpoints.ts';
import { cleanAdditionalInfo } from '#contract/free-text.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/endpoint.ts';
import type { LinkCaller } from './authenticate.ts';
import { type Ending, isNoted, type Linked } from './service.ts';
import { presentEnded, presentToAgent } from './view.ts';

export function agentRoutes(app: FastifyInstance, context: Context): void {
  const { agentRequests, keyed, now } = context;

  /** The request as the link shows it now: 410 when it is over, else `status`. */
  function present<Status extends 200 | 409>(linked: Linked, status: Status) {
    const ended = presentEnded(linked);
    return ended
      ? ({ status: 410, value: ended } as const)
      : ({ status, value: presentToAgent(linked, { now, keyed }) } as const);
  }

  async function take(step: AgentStep, caller: LinkCaller, seen: number | undefined, ending?: Ending) {
    if (caller.request.ended_at !== null) return present(caller, 200);
    const { link, request } = caller;
    const taken = await agentRequests.step(step, request.id, { link }, ending && { ending }, seen);
    const after = (await agentRequests.byLink(caller.token)) ?? caller;
    return present(after, taken ? 200 : 409);
  }

  register(app, context, viewLinkedRequest, async ({ caller }) => present(caller, 200));

  for (const [step, endpoint] of Object.entries(plainSteps) as [keyof typeof plainSteps, typeof plainSteps.accept][]) {
    register(app, context, endpoint, async ({ caller, body }) => take(step, caller, body?.seen));
  }

  register(app, context, doneStep, async ({ caller, body: { disposition, note: typed = '', ask, seen } }) => {
    const note = cleanAdditionalInfo(typed);
    const noted = caller.request.accepted_link_id === caller.link.id && isNoted(caller.request, note);
    const answer = ask ? present(caller, noted ? 200 : 409) : await take('done', caller, seen, { disposition, note });
    return answer.status === 410 ? { ...answer, value: { ...answer.value, noted } } : answer;
  });
}
