/** The dealer's and the agent's screens with names, addresses and notes as long as they may be, without a place to break them. */
import './styles/site.css';
import './agent/agent.css';
import './pages/portal.css';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectFits, mount } from '../tests/components/mount.ts';
import { AgentScreen } from './agent/AgentScreen.tsx';
import { aView } from './agent/testing.ts';
import { outOfSightText } from './portal/access/out-of-sight.ts';
import { LiveCard } from './portal/request/LiveCard.tsx';
import { aRequest } from './portal/testing/server.ts';

const agent = 'Wolfeschlegelsteinhausenbergerdorff'.padEnd(100, 'u');
const dealership = 'Taumatawhakatangihangakoauau'.padEnd(200, 'o');
const alias = `${'frontdesk'.padEnd(63, 'k')}@${'namespace'.padEnd(63, 'e')}`;
const at = '2026-11-20T21:05:00.000Z';
const asked = {
  dealershipName: dealership,
  callbackName: agent,
  additionalInfo: 'n'.repeat(2000),
  anydesk: alias,
} as const;
const accepted = { state: 'accepted', acceptedAt: at, acceptedBy: agent } as const;
const closing = { as: 'done', at, endsAt: at } as const;

const card = (view: Parameters<typeof aRequest>[0]) => (
  <div className="portal night">
    <div className="frame portal-body">
      <LiveCard
        request={{ status: 'known', connection: 'live', view: aRequest({ ...asked, ...view }) }}
        beside={[aRequest({ ...asked, ...accepted, id: 'beside', connectedAt: at })]}
        onDismiss={() => undefined}
      />
      <p>{outOfSightText({ id: 'lost', view: aRequest({ ...asked, ...accepted }) })}</p>
    </div>
  </div>
);
const agentPage = (view: Parameters<typeof aView>[0]) => (
  <div className="link-page agent night">
    <div className="frame link-frame agent-frame">
      <AgentScreen
        page={{ status: 'open', silent: false, view: aView({ ...asked, dealerPhone: '5'.repeat(40), ...view }) }}
        onStep={() => undefined}
      />
    </div>
  </div>
);
const handOff = {
  from: agent,
  to: null,
  at,
  lender: 'l'.repeat(100),
  products: ['p'.repeat(40)],
  openStipulations: 's'.repeat(500),
  promised: 'r'.repeat(500),
};

test.each<[string, ReactNode]>([
  ['a card that waits', card({})],
  ['a card that was handed on', card({ handedBackAt: at, handedBackBy: agent, waitsFor: agent })],
  ['a card without an address', card({ ...accepted, anydesk: null })],
  ['a card of an agent who comes', card(accepted)],
  ['a card of an agent who is connected', card({ ...accepted, state: 'connected', connectedAt: at })],
  ['a card that closes', card({ ...accepted, closing })],
  ['an agent’s page that waits', agentPage({ handedBackBy: agent, handOff, you: agent })],
  ['an agent’s page', agentPage({ ...accepted, mine: true, you: agent })],
  ['an agent’s page of what another has', agentPage({ ...accepted, lateAt: at })],
])('R735 names of any length fit a phone and a screen: %s', async (_, shown) => {
  mount(shown);
  await expect.element(page.getByRole('heading').first()).toBeVisible();
  await expectFits();
});
