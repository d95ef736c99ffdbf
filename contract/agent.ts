/** The paths, steps and refusals of the agent's page, without a schema library. Its endpoints are in `agent-endpoints.ts`. */

/** The page that a link opens. */
export const agentPagePath = '/agent';

export const agentRequestPath = '/api/agent/request';

/** What an agent does with a request. */
export type AgentStep =
  | 'accept'
  | 'decline'
  | 'take-over'
  | 'connected'
  | 'undo-connected'
  | 'hand-back'
  | 'done'
  | 'undo-done';

/** How often the agent's page asks again while it is open. */
export const agentPollMs = 3000;

export const agentRefusals = {
  deadLink: { status: 401, text: 'This link is not valid. Open the newest one you got.' },
  disposition: { status: 422, text: 'Choose how it ended.' },
} as const;
