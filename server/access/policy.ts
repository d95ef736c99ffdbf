/** Who may do what in the portal. Pure. */
import type { StoredDealership } from '#server/dealerships/service.ts';

/** An open session. */
export interface PortalSession {
  readonly id: string;
  readonly codeId: string;
  /** Whose own code opened it; null for the shared one. */
  readonly dealership: StoredDealership | null;
  /** ISO-8601, UTC. */
  readonly expiresAt: string;
}

interface OfRequest {
  readonly session_id: string | null;
  readonly dealership_id: string;
  /** Not null when it may be another dealership of the same name. */
  readonly same_named: number | null;
}

/** A dealership's own code asks for that dealership only; the shared code asks for any. */
export const mayAskFor = ({ dealership }: PortalSession, dealershipId: string): boolean =>
  dealership === null || dealership.id === dealershipId;

/**
 * A session has the requests that it made. A session of a dealership's own code also has the dealership's other requests, so that a
 * colleague can go on with them. The shared code proves nothing about a dealership, so its sessions have only their own requests.
 */
export const hasRequest = ({ id, dealership }: PortalSession, request: OfRequest): boolean =>
  request.session_id === id || (dealership?.id === request.dealership_id && request.same_named === null);
