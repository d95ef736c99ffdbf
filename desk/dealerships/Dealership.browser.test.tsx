import '../styles/desk.css';
import '../board/board.css';
import './dealerships.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DealershipRecord, LinkView } from '#contract/desk/dealership-endpoints.ts';
import { inLongRun } from '../../tests/components/long-run.ts';
import { drawn, expectFits, mount } from '../../tests/components/mount.ts';
import { Dealership } from './Dealership.tsx';
import type { DealershipActions } from './dealerships.ts';
import { newRecord, recordOf, testNow } from './testing.ts';

type Sends = { readonly [Name in keyof DealershipActions]: ReturnType<typeof vi.fn<DealershipActions[Name]>> };

const sends = (): Sends => ({
  edit: vi.fn<DealershipActions['edit']>(),
  close: vi.fn<DealershipActions['close']>(),
  reopen: vi.fn<DealershipActions['reopen']>(),
  sendLink: vi.fn<DealershipActions['sendLink']>(),
  withdrawLink: vi.fn<DealershipActions['withdrawLink']>(),
  revoke: vi.fn<DealershipActions['revoke']>(),
  remove: vi.fn<DealershipActions['remove']>(),
});

const shown = (record: DealershipRecord, actions: Sends) => (
  <div className="night dealers">
    <Dealership record={record} clock={{ now: () => Date.parse(testNow) }} actions={actions} onGone={() => undefined} />
  </div>
);

const button = (name: string | RegExp) => page.getByRole('button', { name });

inLongRun(() => {
  test('R113 another field that somebody changed meanwhile is kept, and the edit goes on by itself', async () => {
    const actions = sends();
    const record = recordOf();
    const theirs = recordOf({ version: 5, website: 'harbor.example' });
    actions.edit.mockResolvedValueOnce({ kind: 'late', record: theirs });
    actions.edit.mockResolvedValueOnce({ kind: 'taken', record: recordOf({ version: 6, phone: '(207) 555-0199' }) });
    mount(shown(record, actions));
    await button('Edit the record').click();
    await page.getByRole('textbox', { name: /Phone on file/ }).fill('(207) 555-0199');
    await button('Save').click();
    await expect.element(page.getByText('The record is saved.')).toBeVisible();
    expect(actions.edit.mock.calls).toEqual([
      [4, { phone: '(207) 555-0199' }],
      [5, { phone: '(207) 555-0199' }],
    ]);
  });

  test('R113 the same field that somebody changed meanwhile is shown twice, and the later person decides', async () => {
    const actions = sends();
    const theirs = recordOf({ version: 5, phone: '(207) 555-0111' });
    actions.edit.mockResolvedValueOnce({ kind: 'late', record: theirs });
    actions.edit.mockResolvedValueOnce({ kind: 'taken', record: recordOf({ version: 6 }) });
    mount(shown(recordOf(), actions));
    await button('Edit the record').click();
    await page.getByRole('textbox', { name: /Phone on file/ }).fill('(207) 555-0199');
    await button('Save').click();
    await expect.element(page.getByRole('heading', { name: /Somebody else saved this dealership/ })).toHaveFocus();
    await expect.element(page.getByRole('cell', { name: /555-0111/ })).toBeVisible();
    await expectFits();
    await button('Save my version').click();
    await expect.element(page.getByText('The record is saved.')).toBeVisible();
    expect(actions.edit.mock.calls.at(-1)).toEqual([5, { phone: '(207) 555-0199' }]);
  });

  test('R562 of a record only the fields that the later person changed are theirs, and the rest stays as somebody else stored it', async () => {
    const actions = sends();
    const others = { phone: '(207) 555-0111', address: '9 New Street, Portland, ME 04101', website: 'new.example' };
    const theirs = recordOf({ version: 5, ...others });
    actions.edit.mockResolvedValueOnce({ kind: 'late', record: theirs });
    // Somebody else may save again while the two versions are shown.
    actions.edit.mockResolvedValueOnce({ kind: 'late', record: { ...theirs, version: 6, phone: '(207) 555-0122' } });
    actions.edit.mockResolvedValueOnce({ kind: 'taken', record: recordOf({ version: 7 }) });
    mount(shown(recordOf(), actions));
    await button('Edit the record').click();
    await page.getByRole('textbox', { name: /Phone on file/ }).fill('(207) 555-0199');
    await button('Save').click();
    await expect
      .element(page.getByRole('row', { name: /^Phone/ }))
      .toHaveTextContent('Phone on file(207) 555-0111(207) 555-0199 (differs)');
    await expect
      .element(page.getByRole('row', { name: /^Address/ }))
      .toHaveTextContent('Address9 New Street, Portland, ME 04101not changed by you');
    await expect.element(page.getByRole('row', { name: /^Name/ })).not.toBeInTheDocument();
    await expectFits();
    await button('Save my version').click();
    await expect
      .element(page.getByRole('row', { name: /^Phone/ }))
      .toHaveTextContent('Phone on file(207) 555-0122(207) 555-0199 (differs)');
    await button('Save my version').click();
    await expect.element(page.getByText('The record is saved.')).toBeVisible();
    expect(actions.edit.mock.calls).toEqual([
      [4, { phone: '(207) 555-0199' }],
      [5, { phone: '(207) 555-0199' }],
      [6, { phone: '(207) 555-0199' }],
    ]);
  });

  test('R113 a contact that somebody added meanwhile stays when another one is edited', async () => {
    const actions = sends();
    const record = recordOf();
    const added = {
      id: 'c3',
      name: 'New Person',
      role: '',
      phone: null,
      mail: 'new@harborpoint.example',
      consent: null,
    };
    const theirs = recordOf({ version: 5, contacts: [...record.contacts, added] });
    actions.edit.mockResolvedValueOnce({ kind: 'late', record: theirs });
    actions.edit.mockResolvedValueOnce({ kind: 'taken', record: theirs });
    mount(shown(record, actions));
    await button('Edit Rae Colburn').click();
    await page.getByRole('textbox', { name: /What they do/ }).fill('Closer');
    await button('Save').click();
    await expect.element(page.getByText('The contact is saved.')).toBeVisible();
    const [version, patch] = actions.edit.mock.calls.at(-1) ?? [];
    expect(version).toBe(5);
    expect(patch?.contacts?.map(({ id, role }) => [id, role])).toEqual([
      ['c1', 'General sales manager'],
      ['c2', 'Closer'],
      ['c3', ''],
    ]);
  });

  for (const [what, label, typed] of [
    ['a field that was empty', /What they do/, 'Night desk, closes'],
    ['a field that had a value', /^Name/, 'Rae Colburn-Voss'],
  ] as const) {
    test(`R560 a contact that was removed or erased while ${what} of it was typed is not saved again: the form says so`, async () => {
      const actions = sends();
      const record = recordOf();
      const [first] = record.contacts;
      actions.edit.mockResolvedValue({
        kind: 'late',
        record: recordOf({ version: 5, contacts: [first].flatMap((one) => one ?? []) }),
      });
      mount(shown(record, actions));
      await button('Edit Rae Colburn').click();
      await page.getByRole('textbox', { name: label }).fill(typed);
      await button('Save').click();
      await expect
        .element(page.getByRole('heading', { name: 'This contact was removed or erased while you were writing' }))
        .toHaveFocus();
      await expect.element(button('Save my version')).not.toBeInTheDocument();
      await expectFits();
      await button('Leave it').click();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      await expect.element(page.getByText('The contact is saved.')).not.toBeInTheDocument();
      expect(actions.edit).toHaveBeenCalledOnce();
      expect(JSON.stringify(sessionStorage)).not.toContain(typed);
    });
  }

  test('R560 a new contact that was added, and erased before its answer was read, is not added again under its id', async () => {
    const actions = sends();
    actions.edit.mockResolvedValue({ kind: 'refused', name: 'contactEnded', text: 'It was removed.' });
    mount(shown(recordOf(), actions));
    await button('Add a contact').click();
    await page.getByLabelText('Name').fill('Priya Sand');
    await button('Save').click();
    await expect.element(page.getByRole('heading', { name: /was removed or erased/ })).toHaveFocus();
    await button('Leave it').click();
    await button('Add a contact').click();
    await expect.element(page.getByLabelText('Name')).toHaveValue('');
  });
});

test('R200 a new contact is as it was typed after a reload, and is sent again as the same one', async () => {
  const actions = sends();
  const addPress = () => button('Add a contact').click();
  actions.edit.mockResolvedValueOnce({ kind: 'refused', name: undefined, text: 'No answer from the server.' });
  const first = mount(shown(recordOf(), actions));
  await addPress();
  await page.getByLabelText('Name').fill('Priya Sand');
  await button('Save').click();
  await expect.element(page.getByText('No answer from the server.')).toBeVisible();
  first.leave();
  mount(shown(recordOf(), actions));
  await addPress();
  await expect.element(page.getByLabelText('Name')).toHaveValue('Priya Sand');
  actions.edit.mockResolvedValue({ kind: 'taken', record: recordOf({ version: 5 }) });
  await button('Save').click();
  await expect.element(page.getByText('The contact is saved.')).toBeVisible();
  await addPress();
  await expect.element(page.getByLabelText('Name')).toHaveValue('');
  await page.getByLabelText('Name').fill('Omar Reyes');
  await button('Save').click();
  await expect.poll(() => actions.edit.mock.calls.length).toBe(3);
  const [sent, again, next] = actions.edit.mock.calls.map(([, patch]) => patch.contacts?.at(-1));
  expect(again).toEqual(sent);
  expect(next?.id).not.toBe(sent?.id);
});

test('R119 a code can be sent only to somebody whom a mail or text reaches, and says how', async () => {
  const actions = sends();
  actions.sendLink.mockResolvedValue({ kind: 'taken', record: recordOf() });
  const [first, second] = recordOf().contacts;
  const unreachable = { id: 'c4', name: 'No Way', role: '', phone: '(207) 555-0150', mail: null, consent: null };
  mount(shown(recordOf({ contacts: [first, second, unreachable].flatMap((one) => one ?? []) }), actions));
  await button('Send a new code').click();
  await expect.element(page.getByRole('radio', { name: /No Way/ })).toBeDisabled();
  await expect.element(page.getByText('mail to dana@harborpoint.example, text to (207) 555-0149')).toBeVisible();
  await expectFits();
  await page.getByRole('radio', { name: /Rae Colburn/ }).click();
  await page.getByRole('combobox', { name: /The code they have now/ }).selectOptions('0');
  await button('Send the link').click();
  await expect.element(page.getByText(/on its way to Rae Colburn/)).toBeVisible();
  expect(actions.sendLink.mock.calls).toEqual([[expect.objectContaining({ id: 'c2' }), 0, noLinks]]);
});

inLongRun(() => {
  test('R640 a link to somebody whose addresses somebody else changed is not told as sent', async () => {
    const actions = sends();
    actions.sendLink.mockResolvedValueOnce({ kind: 'late', record: recordOf() });
    mount(shown(recordOf(), actions));
    await button('Send a new code').click();
    await button('Send the link').click();
    await expect.element(page.getByText('The contact has other addresses now.', { exact: false })).toBeVisible();
    const [first] = recordOf().contacts;
    const seen = { id: first?.id, mail: first?.mail, phone: first?.phone };
    expect(actions.sendLink.mock.calls).toEqual([[expect.objectContaining(seen), 24, noLinks]]);
  });

  test('R1215 that a record is saved is not said over what somebody else has stored since, and is over one’s own press', async () => {
    const actions = sends();
    const stored = recordOf({ version: 5, phone: '(207) 555-0199' });
    actions.edit.mockResolvedValueOnce({ kind: 'taken', record: stored });
    const { show } = mount(shown(recordOf(), actions));
    await button('Edit the record').click();
    await page.getByRole('textbox', { name: /Phone on file/ }).fill('(207) 555-0199');
    await button('Save').click();
    const saved = page.getByText('The record is saved.');
    await expect.element(saved).toBeVisible();
    show(shown(stored, actions));
    await drawn();
    await expect.element(saved).toBeVisible();
    show(shown(recordOf({ version: 6, phone: '(207) 555-0111' }), actions));
    await expect.element(saved).not.toBeInTheDocument();
  });
});

test('R1216 a closed account says once that it is closed, and nothing of its running requests that is not so yet', async () => {
  const actions = sends();
  const closed = recordOf({ version: 5, closedAt: testNow, can: { ...recordOf().can, close: false, reopen: true } });
  actions.close.mockResolvedValueOnce({ kind: 'taken', record: closed });
  const { show } = mount(shown(recordOf(), actions));
  await button('Close the account').click();
  await expectFits();
  const [act, back] = [button('Close the account').element(), button('Keep it open').element()];
  expect([act, back].map((one) => getComputedStyle(one).textDecorationLine)).toEqual(['none', 'underline']);
  await button('Close the account').click();
  await expect.poll(() => actions.close.mock.calls.length).toBe(1);
  show(shown(closed, actions));
  await expect.element(page.getByText(/Requests that still run go on to their end\.$/)).toBeVisible();
  await drawn();
  expect(page.getByText(/The account is closed\./).elements()).toHaveLength(1);
});

test('R119 what is missing is said, and without an agreement no code is offered', async () => {
  mount(shown(newRecord, sends()));
  await expect.element(page.getByText(/the date of the agreement, the time zone, a telephone on file/)).toBeVisible();
  expect(button(/Send the code/).query()).toBeNull();
  await button('Set the agreement').click();
  await expect.element(page.getByLabelText(/Agreement/)).toBeVisible();
});

const noLinks = { link: null, newest: null };

const link: LinkView = {
  id: 'link-1',
  contactName: 'Dana Whitlock',
  mail: 'dana@harborpoint.example',
  phone: null,
  by: 'Sam Ortiz',
  createdAt: '2026-11-21T20:00:00.000Z',
  expiresAt: '2026-11-28T20:00:00.000Z',
  usedAt: null,
  state: 'open',
  messages: [],
};

inLongRun(() => {
  test('R700 a link that somebody sent while another one was being chosen is told before it ends', async () => {
    const actions = sends();
    const theirs = recordOf({ link });
    const { show } = mount(shown(recordOf(), actions));
    await button('Send a new code').click();
    // The stream tells of the other link while the form is open. What the form shows of it may not have been read.
    show(shown(theirs, actions));
    actions.sendLink.mockResolvedValueOnce({ kind: 'late', record: theirs });
    await button('Send the link').click();
    await expect.element(page.getByText(/Dana Whitlock was sent a link meanwhile/)).toBeVisible();
    actions.sendLink.mockResolvedValueOnce({ kind: 'late', record: recordOf({ link: { ...link, state: 'used' } }) });
    await button('Send the link').click();
    await expect.element(page.getByText(/was used or withdrawn meanwhile/)).toBeVisible();
    actions.sendLink.mockResolvedValueOnce({ kind: 'taken', record: recordOf() });
    await button('Send the link').click();
    await expect.element(page.getByText(/on its way to/)).toBeVisible();
    expect(actions.sendLink.mock.calls.map(([, , seen]) => seen)).toEqual([
      noLinks,
      { link: 'link-1', newest: 'link-1' },
      { link: null, newest: 'link-1' },
    ]);
  });

  test('R700 a link is withdrawn as the one that was asked about, also when another one was sent meanwhile', async () => {
    const actions = sends();
    const theirs = recordOf({ link: { ...link, id: 'link-2', contactName: 'Rae Colburn' } });
    const { show } = mount(shown(recordOf({ link }), actions));
    await button('Withdraw the link').click();
    await expect.element(page.getByText('Withdraw the link that Dana Whitlock has?', { exact: false })).toBeVisible();
    // Somebody else sends another link. The open question was not about that one.
    show(shown(theirs, actions));
    await expect.element(page.getByText(/Link to Rae Colburn/)).toBeVisible();
    await expect.element(page.getByText('Withdraw the link that', { exact: false })).not.toBeInTheDocument();
    actions.withdrawLink.mockResolvedValueOnce({ kind: 'late', record: theirs });
    await button('Withdraw the link').click();
    await button('Withdraw the link').click();
    await expect.element(page.getByText(/That link was used or replaced meanwhile/)).toBeVisible();
    expect(actions.withdrawLink.mock.calls).toEqual([['link-2']]);
  });
});
