/**
 * The endpoints of the agent's page. An agent gets a link `{PUBLIC_URL}/agent#{token}` by text or mail: one token for each
 * recipient, valid until the request ends. It is in the fragment, so no log has it. Nothing changes on GET.
 *
 * A step responds with `agentView`: 200 when it was taken, now or by an earlier press with the same content; 409 when the request stands so that it
 * cannot be taken. A request that is over is answered with 410 and `endedView`. docs/architecture.md has the table of who may
 * take which step when.
 */
import * as z from 'zod/mini';
import { type AgentStep, agentRefusals, agentRequestPath } from './agent.ts';
import { closingNoteMaxLength, dispositionNames, requestStates } from './agent-request.ts';
import { closing } from './agent-request-endpoints.ts';
import { endpoint } from './endpoint.ts';
import { atMost, maybeText, maybeTime, text, time } from './schema-words.ts';

/** How it ended, and a note for the one who runs the desk: it is added to what is noted there, and an empty one changes nothing. */
export const doneBody = z.object({
  disposition: z.enum(dispositionNames),
  note: z.optional(atMost(closingNoteMaxLength)),
  /** Only asks whether the note is stored, after a press that got no answer: 200 when it is, 409 when it is not. Nothing is done. */
  ask: z.optional(z.boolean()),
});
export type DoneBody = z.infer<typeof doneBody>;

/**
 * What an agent sees of a request. While another agent has it, and after the one who asks has declined it or handed it back,
 * telephone, note and AnyDesk address are left out: null, or empty.
 */
export const agentView = z.object({
  reference: text,
  state: z.enum(requestStates),
  dealershipName: text,
  /** The number to call back, as people write it; null when the dealership has none. */
  dealerPhone: maybeText,
  requestType: z.enum(['active_deal', 'custom_request']),
  /** The dealership's own words; empty when there are none. */
  additionalInfo: text,
  /** The name of who asks; null when none was given. */
  callbackName: maybeText,
  /** How many dealerships have this name, when it is not known which one asks; null when it is. */
  sameNamed: z.nullable(z.number()),
  /** Without spaces; null until the dealership gives it. */
  anydesk: maybeText,
  /** Two words that the dealership's card shows too, to be compared before AnyDesk; null where the address is left out. */
  words: z.nullable(z.tuple([text, text])),
  /**
   * Whether the one who asks has a staff account: the dealership's words, the name of who asks and the AnyDesk address are then
   * at the desk, behind its sign-in.
   */
  atDesk: z.boolean(),
  createdAt: time,
  acceptedAt: maybeTime,
  /** Who has it. */
  acceptedBy: maybeText,
  /** Whether the one who asks has it. */
  mine: z.boolean(),
  connectedAt: maybeTime,
  /** From then on another may take it over; null when nobody has it or it is connected. */
  lateAt: maybeTime,
  /** Who handed it back last. */
  handedBackBy: maybeText,
  /** Whether it was handed off to the one who asks, and nobody else is asked yet. A server of the version before says nothing. */
  handedToYou: z.optional(z.boolean()),
  /**
   * What the finance manager before told the next one, with secrets masked. Null when it was never handed off, while it waits for
   * somebody else, for somebody with a staff account, who reads it at the desk, and where the details are left out.
   */
  handOff: z.optional(
    z.nullable(
      z.object({
        from: text,
        /** The name of whom it was for; null for everybody. */
        to: maybeText,
        at: time,
        lender: text,
        /** In words. */
        products: z.array(text),
        openStipulations: text,
        promised: text,
      }),
    ),
  ),
  /** When the one who asks said "not me", or handed it back. */
  declinedAt: maybeTime,
  /** How the agent closes it; null unless it is the agent's who asks. */
  disposition: z.nullable(z.enum(dispositionNames)),
  /** Null unless it is about to end. */
  closing: z.nullable(closing),
  /** Until when the one who asks can take back what they did last: Done while it is closing, Connected otherwise. */
  takeBackUntil: maybeTime,
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
  acceptedBy: maybeText,
  mine: z.boolean(),
  /** How the agent closed it; null unless it was the agent's who asks. */
  disposition: z.nullable(z.enum(dispositionNames)),
  /** Whether the note is stored that came with Done. */
  noted: z.optional(z.boolean()),
});
export type EndedView = z.infer<typeof endedView>;

const byLink = {
  tag: 'agent',
  auth: 'agent-link',
  bodyLimitBytes: 16 * 1024,
  responses: { 200: agentView, 409: agentView, 410: endedView },
  refusals: { deadToken: agentRefusals.deadLink },
} as const;

export const viewLinkedRequest = endpoint({
  ...byLink,
  method: 'GET',
  path: agentRequestPath,
  summary: 'The request of a link',
});

const step = <Step extends AgentStep>(name: Step) =>
  endpoint({
    ...byLink,
    method: 'POST',
    path: `${agentRequestPath}/${name}`,
    summary: `The agent says: ${name}`,
  });

/** The steps that carry nothing. */
export const plainSteps = {
  accept: step('accept'),
  decline: step('decline'),
  'take-over': step('take-over'),
  connected: step('connected'),
  'undo-connected': step('undo-connected'),
  'hand-back': step('hand-back'),
  'undo-done': step('undo-done'),
} as const satisfies Record<Exclude<AgentStep, 'done'>, unknown>;

export const doneStep = endpoint({
  ...step('done'),
  body: doneBody,
  refusals: { ...byLink.refusals, invalid: agentRefusals.disposition },
});
