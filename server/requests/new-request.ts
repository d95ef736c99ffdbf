/** Stores a request with its links, messages and alerts, in the caller's transaction. */
import { type RequestType, requestTimings } from '#contract/agent-request.ts';
import { referenceOf } from '#contract/reference.ts';
import { lockSessionShared, type PortalSession } from '#server/access/service.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { Trx } from '#server/database/open.ts';
import { findDealership, type StoredDealership } from '#server/dealerships/service.ts';
import { peopleOnShift } from '#server/people/service.ts';
import { lockSettingShared } from '#server/settings/service.ts';
import { isoAfter } from '#server/times.ts';
import type { Notify } from './notify.ts';
import { insertRequest, record } from './store.ts';

/** A request that a dealership asks for, checked. */
export interface NewRequest {
  readonly id: string;
  readonly insteadOf: readonly string[];
  readonly session: PortalSession;
  readonly dealership: StoredDealership;
  /** The number of dealerships that the request may be from, when several have the name that was sent; null when it is certain. */
  readonly sameNamed: number | null;
  readonly requestType: RequestType;
  readonly additionalInfo: string;
  /** The name of the person who asks; null when none was given. */
  readonly callbackName: string | null;
  /** Null until the dealership gives its address. */
  readonly anydesk: string | null;
  readonly fingerprint: string;
}

/** What ended since the request was allowed, so that it is not stored. */
type EndedMeanwhile = 'session' | 'dealership' | 'text-agent';

/**
 * Checks again, in the transaction that stores a request, the session, the dealership and the setting that allowed it; undefined while
 * all of them hold. They cannot end before the transaction does, so no request is stored after its session or dealership has ended.
 */
export async function endedMeanwhile(
  trx: Trx,
  { session, dealership }: Pick<NewRequest, 'session' | 'dealership'>,
  at: Date,
): Promise<EndedMeanwhile | undefined> {
  if (!(await lockSessionShared(trx, session.id, at.toISOString()))) return 'session';
  if (!(await findDealership(trx, dealership.id))) return 'dealership';
  return (await lockSettingShared(trx, 'text-agent')) === 'on' ? undefined : 'text-agent';
}

/** Stores a new request with its first event, its links and its messages. */
export async function createRequest(
  trx: Trx,
  notify: Pick<Notify, 'plan' | 'ask'>,
  request: NewRequest,
  at: Date,
): Promise<void> {
  const { id, insteadOf, session, dealership, sameNamed, requestType, additionalInfo, callbackName, anydesk } = request;
  const createdAt = at.toISOString();
  const expiresAt = isoAfter(at, requestTimings.expireAfterMs);
  const people = await peopleOnShift(trx);
  const { smsStatus, texted, because } = await notify.plan(trx, people, at);
  await insertRequest(trx, {
    id,
    reference: referenceOf(id),
    session_id: session.id,
    code_id: session.codeId,
    dealership_id: dealership.id,
    dealership_name: dealership.name,
    // When several dealerships have the name, the number could be the wrong one's.
    dealer_phone: sameNamed === null ? dealership.phone : null,
    same_named: sameNamed,
    request_type: requestType,
    additional_info: additionalInfo,
    callback_name: callbackName,
    anydesk,
    answers_id: null,
    instead_of: insteadOf.length > 0 ? insteadOf.join() : null,
    fingerprint: request.fingerprint,
    sms_status: smsStatus,
    created_at: createdAt,
    expires_at: expiresAt,
  });
  if (anydesk !== null) await record(trx, id, { kind: 'anydesk', at: createdAt });
  if (people.length === 0) await raiseAlert(trx, { kind: 'request-into-empty-shift', requestId: id, at });
  if (because) await record(trx, id, { kind: 'not-texted', at: createdAt, detail: because });
  const round = { requestId: id, kind: 'request-agent', at, expiresAt, people, texted } as const;
  await notify.ask(trx, { ...round, operator: 'mailed', links: [] });
}
