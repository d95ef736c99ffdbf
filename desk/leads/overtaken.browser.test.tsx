import '../styles/desk.css';
import './lead.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { drawn, mount } from '../../tests/components/mount.ts';
import { Lead } from './Lead.tsx';
import type { LeadActions } from './leads.ts';
import { recordOf, similarInquiry, testNow } from './testing.ts';

const sends = () => ({
  contacted: vi.fn<LeadActions['contacted']>(),
  join: vi.fn<LeadActions['join']>(),
  tellApart: vi.fn<LeadActions['tellApart']>(),
  suggestAgain: vi.fn<LeadActions['suggestAgain']>(),
});

const shown = (lead: LeadRecord, actions: ReturnType<typeof sends>) => (
  <Lead
    lead={lead}
    clock={{ now: () => Date.parse(testNow) }}
    actions={actions as unknown as LeadActions}
    hrefOf={(id) => `#${id}`}
  />
);

const button = (name: string | RegExp) => page.getByRole('button', { name });
const changed = page.getByRole('region', { name: 'This lead changed while you read it' });

const mayNot = { ...recordOf().can, contact: false };

async function pressContacted(): Promise<void> {
  const contacted = page.getByRole('region', { name: 'What you do' }).getByRole('button', { name: 'Contacted' });
  await expect.element(contacted).not.toHaveAttribute('aria-disabled');
  await contacted.click();
}

test('R1210 whoever presses Contacted while somebody else marks the lead as spam reads what changed and that the press is not stored', async () => {
  const actions = sends();
  const theirs = recordOf({
    status: 'spam',
    version: 2,
    can: mayNot,
    events: [{ key: 'e9', at: testNow, by: 'Zoe Park', kind: 'status', from: 'new', to: 'spam' }, ...recordOf().events],
  });
  actions.contacted.mockResolvedValueOnce({ kind: 'late', record: theirs });
  const { show } = mount(shown(recordOf(), actions));
  await pressContacted();
  show(shown(theirs, actions));
  await expect.element(changed.getByText('Zoe Park: New → Spam')).toBeVisible();
  await expect.element(changed.getByText(/You wanted to mark it contacted\. Nothing of that is stored/)).toBeVisible();
  // The server does nothing for a Contacted on such a lead, so it is not offered again.
  await expect.element(changed.getByRole('button', { name: 'Do it anyway' })).not.toBeInTheDocument();
  await changed.getByRole('button', { name: 'Close' }).click();
  await expect.element(changed).not.toBeInTheDocument();
});

test('R1210 whoever presses Contacted after somebody else has contacted the lead is asked nothing', async () => {
  const actions = sends();
  const theirs = recordOf({ status: 'qualified', firstContactAt: testNow, version: 2, can: mayNot });
  actions.contacted.mockResolvedValueOnce({ kind: 'late', record: theirs });
  const { show } = mount(shown(recordOf(), actions));
  await pressContacted();
  show(shown(theirs, actions));
  await drawn();
  expect(changed.elements()).toEqual([]);
});

test('R1210 a Contacted without an answer stays unanswered when the lead is spam by then', async () => {
  const actions = sends();
  actions.contacted.mockResolvedValueOnce({ kind: 'unreachable' });
  const { show } = mount(shown(recordOf(), actions));
  await pressContacted();
  await expect.element(page.getByText(/No answer from the server/)).toBeVisible();
  show(shown(recordOf({ status: 'spam', version: 2, can: mayNot }), actions));
  await drawn();
  await expect.element(page.getByText(/No answer from the server/)).toBeVisible();
  show(shown(recordOf({ status: 'contacted', firstContactAt: testNow, version: 3, can: mayNot }), actions));
  await expect.element(page.getByText(/No answer from the server/)).not.toBeInTheDocument();
});

test('R1210 a suggestion that is gone for another reason is not taken for one that was dismissed, or suggested again', async () => {
  const actions = sends();
  const gone = recordOf({ version: 2 });
  actions.tellApart.mockResolvedValueOnce({ kind: 'late', record: gone });
  const { show } = mount(shown(recordOf({ similarLeads: [similarInquiry] }), actions));
  await button(/^Not the same people as/).click();
  await button('Not the same').last().click();
  show(shown(gone, actions));
  await expect.element(changed.getByText(/You wanted to leave BX-41TN-8QHW apart for good/)).toBeVisible();
});

test('R1211 whoever joins two leads that somebody else has joined at the same moment reads no failure', async () => {
  const actions = sends();
  const before = recordOf({ similarLeads: [similarInquiry] });
  const [part] = before.parts;
  const joined = recordOf({
    version: 2,
    forms: 2,
    parts: [...before.parts, { ...part, id: similarInquiry.id, joinedAt: testNow } as LeadRecord['parts'][number]],
  });
  actions.join.mockResolvedValueOnce({ kind: 'refused', name: 'sameLead', text: 'These two are one lead already.' });
  const { show } = mount(shown(before, actions));
  await button('Join BX-41TN-8QHW').click();
  await button('Join them').click();
  await expect.poll(() => actions.join.mock.calls.length).toBe(1);
  show(shown(joined, actions));
  await drawn();
  expect(page.getByText('These two are one lead already.').elements()).toEqual([]);
});
