/**
 * The agent's page and its API. An agent gets a link `{PUBLIC_URL}/agent#{token}` by text or mail: one token for each
 * recipient, good until the request ends, in the fragment so that it is in no log. Every call carries it as
 * `authorization: Bearer {token}`, and nothing changes on GET.
 *
 *     GET  /api/agent/request             -> agentView
 *     POST /api/agent/request/accept      -> agentView; 409 when another has it: agentView with `acceptedBy`
 *     POST /api/agent/request/connected   -> agentView; 409 unless it is this agent's
 *     POST /api/agent/request/done        -> agentView; 409 unless it is this agent's
 *
 * A request that is over is answered with 410 and `endedView`; a token that is none with 401 and a line of plain text.
 */
import * as z from 'zod/mini';
import { requestStates } from './agent-request.ts';

/** The page that a link opens. */
export const agentPagePath = '/agent';

export const agentRequestPath = '/api/agent/request';

/** What an agent says of a request, in its order. */
export const agentSteps = ['accept', 'connected', 'done'] as const;
export type AgentStep = (typeof agentSteps)[number];

export const agentStepPath = (step: AgentStep): string => `${agentRequestPath}/${step}`;

/** How often the agent's page asks again while it is open. */
export const agentPollMs = 3000;

const text = z.string();
const time = z.iso.datetime();
const maybeTime = z.nullable(time);

/** What an agent sees of a request. */
export const agentView = z.object({
  reference: text,
  state: z.enum(requestStates),
  dealershipName: text,
  /** The number to call back, as people write it; null when the dealership has none. */
  dealerPhone: z.nullable(text),
  requestType: z.enum(['active_deal', 'custom_request']),
  /** The dealership's own words; empty when there are none. */
  additionalInfo: text,
  /** The name of who asks; null when none was given. */
  callbackName: z.nullable(text),
  /** How many dealerships have this name, when it is not known which one asks; null when it is. */
  sameNamed: z.nullable(z.number()),
  /** Without spaces; null until the dealership gives it. */
  anydesk: z.nullable(text),
  storedAt: time,
  acceptedAt: maybeTime,
  /** Who has it. */
  acceptedBy: z.nullable(text),
  /** Whether the one who asks has it. */
  mine: z.boolean(),
  connectedAt: maybeTime,
  expiresAt: time,
  /** The name of the one who asks, as the operator wrote it. */
  you: text,
  /** The server's clock when it wrote this. */
  serverNow: time,
});
export type AgentView = z.infer<typeof agentView>;

/** All that is left of a request that is over. */
export const endedView = z.object({
  reference: text,
  state: z.enum(['done', 'cancelled', 'expired']),
  endedAt: time,
  acceptedBy: z.nullable(text),
  mine: z.boolean(),
});
export type EndedView = z.infer<typeof endedView>;

export const agentRefusals = {
  deadLink: { status: 401, text: 'This link is not valid. Open the newest one you got.' },
} as const;
