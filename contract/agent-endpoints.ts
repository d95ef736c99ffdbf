/**
 * The endpoints of the agent's page. An agent gets a link `{PUBLIC_URL}/agent#{token}` by text or mail: one token for each
 * recipient, valid until the request ends. The token is in the fragment, so no log has it. Nothing changes on GET.
 *
 * A step responds with `agentView`: 200 when it was taken, now or by an earlier press with the same content; 409 when the request's
 * current state does not allow it, or when the same agent has taken and undone this step since the page showed the request. A request
 * that is over is answered with 410 and `endedView`. docs/architecture.md has the table of who may take which step when.
 */
import * as z from 'zod/mini';
import { type AgentStep, agentRefusals, agentRequestPath } from './agent.ts';
import { closingNoteMaxLength, dispositionNames, requestStates } from './agent-request.ts';
import { closing } from './agent-request-endpoints.ts';
import { endpoint } from './endpoint.ts';
import { atMost, maybeText, maybeTime, seenVersion, text, time } from './schemas.ts';

/** How the request ended, and a note for the operator. The note is added to the notes at the desk; an empty one changes nothing. */
const doneBody = z.object({
  disposition: z.enum(dispositionNames),
  note: z.optional(atMost(closingNoteMaxLength)),
  /** Asks only whether the note is stored, after a press whose response was lost: 200 if so, 409 if not. Changes nothing. */
  ask: z.optional(z.boolean()),
  ...seenVersion,
});
export type DoneBody = z.infer<typeof doneBody>;

/**
 * What an agent sees of a request. Telephone, note and AnyDesk address are null or empty while another agent has the request, and
 * after the caller has declined it or handed it back.
 */
export const agentView = z.object({
  /** Grows with every change of the request. Absent from a server of the version before. */
  version: z.optional(z.number()),
  reference: text,
  state: z.enum(requestStates),
  dealershipName: text,
  /** The number to call back, as people write it; null when the dealership has none. */
  dealerPhone: maybeText,
  requestType: z.enum(['active_deal', 'custom_request']),
  /** The dealership's own words; empty when there are none. */
  additionalInfo: text,
  /** The name of the person who asks for an agent; null when none was given. */
  callbackName: maybeText,
  /** How many dealerships share this name, when it is unknown which one asks; null when it is known. */
  sameNamed: z.nullable(z.number()),
  /** Without spaces; null until the dealership gives it. */
  anydesk: maybeText,
  /** Two words that the dealership's card shows too. Both sides compare them before AnyDesk; null while nobody has the request, and where the address is left out. */
  words: z.nullable(z.tuple([text, text])),
  /**
   * Whether the caller has a staff account. Then the dealership's words, the name of the person who asks and the AnyDesk address
   * are shown only at the desk, behind its sign-in.
   */
  atDesk: z.boolean(),
  createdAt: time,
  acceptedAt: maybeTime,
  /** The name of the agent who has the request. */
  acceptedBy: maybeText,
  /** Whether the caller has the request. */
  mine: z.boolean(),
  connectedAt: maybeTime,
  /** The time from which another agent may take the request over; null when nobody has it or it is connected. */
  lateAt: maybeTime,
  /** The name of the agent who handed it back last. */
  handedBackBy: maybeText,
  /** Whether it was handed off to the caller and nobody else is asked yet. Absent from a server of the version before. */
  handedToYou: z.optional(z.boolean()),
  /** Whether the caller, or else the agent named in `handedBackBy`, handed it off, to somebody or to everybody. Absent as above. */
  handedOff: z.optional(z.boolean()),
  /** The person to whom it was handed off and who has not taken it, since everybody is asked. Absent from a server of the version before. */
  notTakenBy: z.optional(maybeText),
  /**
   * What the previous finance manager told the next one, with secrets masked. Null when the request was never handed off, while it
   * waits for somebody else, for callers with a staff account, who read it at the desk, and where the details are left out.
   */
  handOff: z.optional(
    z.nullable(
      z.object({
        from: text,
        /** The name of the person it was for; null for everybody. */
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
  /** When the caller declined the request ("not me") or handed it back, or it was taken from the caller. */
  declinedAt: maybeTime,
  /** Which of these it was. Absent while `declinedAt` is null, and from a server of the version before. */
  givenUp: z.optional(z.enum(['declined', 'handed-back', 'released'])),
  /** How the agent closes it; null unless the caller is that agent. */
  disposition: z.nullable(z.enum(dispositionNames)),
  /** Null unless the request is about to end. */
  closing: z.nullable(closing),
  /** The time until which the caller can take back their last step: Done while it is closing, Connected otherwise. */
  takeBackUntil: maybeTime,
  expiresAt: time,
  /** The caller's name, as the operator wrote it. */
  you: text,
  /** The server's clock when it wrote this. */
  serverNow: time,
});
export type AgentView = z.infer<typeof agentView>;

/** All that is shown of a request that is over. */
export const endedView = z.object({
  reference: text,
  state: z.enum(['done', 'cancelled', 'expired']),
  endedAt: time,
  acceptedBy: maybeText,
  mine: z.boolean(),
  /** How the agent closed it; null unless the caller is that agent. */
  disposition: z.nullable(z.enum(dispositionNames)),
  /** Whether the note that came with Done is stored. */
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

export const viewLinkedRequest = endpoint('GET', agentRequestPath, {
  ...byLink,
  summary: 'The request of a link',
});

const step = <Step extends AgentStep>(name: Step) =>
  endpoint('POST', `${agentRequestPath}/${name}`, {
    ...byLink,
    summary: `The agent says: ${name}`,
    body: z.optional(z.object(seenVersion)),
  });

/** The steps without a body. */
export const plainSteps = {
  accept: step('accept'),
  decline: step('decline'),
  'take-over': step('take-over'),
  connected: step('connected'),
  'undo-connected': step('undo-connected'),
  'hand-back': step('hand-back'),
  'undo-done': step('undo-done'),
} as const satisfies Record<Exclude<AgentStep, 'done'>, unknown>;

export const doneStep = endpoint('POST', `${agentRequestPath}/done`, {
  ...byLink,
  summary: 'The agent says: done',
  body: doneBody,
  refusals: { ...byLink.refusals, invalid: agentRefusals.disposition },
});
