import '../styles/desk.css';
import './lead.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { LeadRecord, SimilarLead } from '#contract/desk/lead-schemas.ts';
import { drawn, mount } from '../../tests/components/mount.ts';
import { Lead } from './Lead.tsx';
import type { LeadActions, Sent } from './leads.ts';
import { intakeForm, recordOf, testNow } from './testing.ts';

const clock = { now: () => Date.parse(testNow) };
const button = (name: string) => page.getByRole('button', { name, exact: true });

const other: SimilarLead = {
  id: 'lead-9',
  form: 'intake',
  reference: 'BX-9999-9999',
  createdAt: testNow,
  name: 'Gulf Shore Marine',
  status: 'new',
  reasons: ['mail'],
  version: 1,
};

const sends = () => ({
  join: vi.fn<LeadActions['join']>(),
  part: vi.fn<LeadActions['part']>(),
});
const shown = (lead: LeadRecord, actions: ReturnType<typeof sends>) => (
  <Lead lead={lead} clock={clock} actions={actions as unknown as LeadActions} hrefOf={(id) => `#${id}`} />
);
const lateWith = (lead: LeadRecord): Sent => ({ kind: 'late', record: lead });

test('R588 whoever joins a lead that somebody else edited meanwhile reads which one changed, and joins it as it is now', async () => {
  const actions = sends();
  const before = recordOf({ similarLeads: [other] });
  const after = recordOf({ similarLeads: [{ ...other, status: 'contacted', version: 2 }] });
  actions.join.mockResolvedValueOnce(lateWith(after));
  const { show } = mount(shown(before, actions));
  await button('Join BX-9999-9999').click();
  await button('Join them').click();
  show(shown(after, actions));
  await expect.element(page.getByRole('heading', { name: 'The other lead changed while you read it' })).toBeVisible();
  await expect.element(page.getByText(/BX-9999-9999, which you wanted to join, was changed/)).toBeVisible();
  actions.join.mockResolvedValueOnce({ kind: 'taken', record: after });
  await button('Do it anyway').click();
  await expect.poll(() => actions.join.mock.calls.length).toBe(2);
  expect(actions.join.mock.calls.map(([, { version }]) => version)).toEqual([1, 2]);
});

test('R588 whoever joins a lead that is not suggested any more reads so, and sends nothing for ever', async () => {
  const actions = sends();
  const after = recordOf({ similarLeads: [] });
  actions.join.mockResolvedValueOnce(lateWith(after));
  const { show } = mount(shown(recordOf({ similarLeads: [other] }), actions));
  await button('Join BX-9999-9999').click();
  await button('Join them').click();
  show(shown(after, actions));
  await button('Do it anyway').click();
  await expect.element(page.getByText(/BX-9999-9999 is not suggested here any more/)).toBeVisible();
  expect(actions.join.mock.calls).toHaveLength(1);
});

test('R588 a form that somebody else has parted already, or a lead that they have joined, asks nothing', async () => {
  const actions = sends();
  const lead = recordOf();
  const joined = recordOf({ parts: [...lead.parts, { ...intakeForm, id: 'lead-5', joinedAt: testNow }], forms: 2 });
  const parted = recordOf({ version: 2 });
  actions.part.mockResolvedValueOnce(lateWith(parted));
  const { show } = mount(shown(joined, actions));
  await button('Separate this form').click();
  await button('Separate it').click();
  await expect.poll(() => actions.part.mock.calls.length).toBe(1);
  show(shown(parted, actions));
  await drawn();
  expect(page.getByText(/Nothing of that is stored yet/).elements()).toEqual([]);
});
