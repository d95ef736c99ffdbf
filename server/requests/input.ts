/** Turns what a client sent into a new request. */
import { createHash } from 'node:crypto';
import { mintId } from '#contract/reference.ts';
import { mayAskFor, type PortalSession } from '#server/access/service.ts';
import type { Reader } from '#server/database/open.ts';
import { dealershipsNamed, findDealership, type StoredDealership } from '#server/dealerships/service.ts';
import type { NewRequest } from './new-request.ts';

/** A request as a client sent it, one for each press of the button. */
export interface AgentRequestInput
  extends Pick<NewRequest, 'requestType' | 'additionalInfo' | 'callbackName' | 'anydesk'> {
  /** Undefined for a client that makes no ids. Then an input with the same words as a running request of the session is that request. */
  readonly id: string | undefined;
  /** The ids of requests that were sent earlier and may not have arrived. This one replaces them, also those that arrive after it. */
  readonly insteadOf?: readonly string[];
  readonly dealershipName: string;
  /** Tells dealerships of one name apart. Undefined when the client sends the name alone. */
  readonly dealershipId: string | undefined;
}

/** The dealerships that an input may mean: the one with its id or, without an id, all with its name. */
async function dealershipsMeant(
  db: Reader,
  { dealershipId, dealershipName }: AgentRequestInput,
): Promise<readonly StoredDealership[]> {
  if (dealershipId === undefined) return dealershipsNamed(db, dealershipName);
  const found = await findDealership(db, dealershipId);
  return found ? [found] : [];
}

/** The request that an input asks for, or the reason why it is refused. */
export async function newRequestOf(
  db: Reader,
  session: PortalSession,
  input: AgentRequestInput,
): Promise<NewRequest | 'dealershipForeign' | 'dealershipUnknown'> {
  const meant = await dealershipsMeant(db, input);
  const [dealership, ...others] = meant.filter(({ id }) => mayAskFor(session, id));
  if (!dealership) return meant.length > 0 ? 'dealershipForeign' : 'dealershipUnknown';
  const { id = mintId(), insteadOf = [], requestType, additionalInfo, callbackName, anydesk } = input;
  const extras = callbackName === null && anydesk === null ? [] : [callbackName, anydesk];
  const words = JSON.stringify([dealership.id, requestType, additionalInfo, ...extras]);
  const fingerprint = createHash('sha256').update(words).digest('hex');
  const sameNamed = others.length > 0 ? others.length + 1 : null;
  const asked = { requestType, additionalInfo, callbackName, anydesk };
  return { id, insteadOf, session, dealership, sameNamed, ...asked, fingerprint };
}
