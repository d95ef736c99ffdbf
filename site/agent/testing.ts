/** A request as an agent's page gets it, for the tests of that page. */
import type { AgentView } from '#contract/agent-endpoints.ts';

/** A request that was sent and that nobody has. `change` replaces its members. */
export const aView = (change: Partial<AgentView> = {}): AgentView => ({
  reference: 'BX-0000-0001',
  state: 'sent',
  dealershipName: 'Harbor Point Motors',
  dealerPhone: null,
  requestType: 'active_deal',
  additionalInfo: '',
  callbackName: null,
  sameNamed: null,
  anydesk: null,
  words: null,
  atDesk: false,
  createdAt: '2026-11-20T21:04:12.000Z',
  acceptedAt: null,
  acceptedBy: null,
  mine: false,
  connectedAt: null,
  lateAt: null,
  handedBackBy: null,
  handedToYou: false,
  handOff: null,
  declinedAt: null,
  disposition: null,
  closing: null,
  takeBackUntil: null,
  expiresAt: '2026-11-20T21:19:12.000Z',
  you: 'Tamsin Okoro',
  serverNow: '2026-11-20T21:04:20.000Z',
  ...change,
});
