import '../styles/desk.css';
import '../board/board.css';
import './leads.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { inLongRun } from '../../tests/components/long-run.ts';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { Lead } from './Lead.tsx';
import type { LeadActions } from './leads.ts';
import { dismissedInquiry, joinedRecord, recordOf, similarInquiry, testNow } from './testing.ts';

const clock = { now: () => Date.parse(testNow) };

const sends = () => ({
  contacted: vi.fn<LeadActions['contacted']>(),
  edit: vi.fn<LeadActions['edit']>(),
  note: vi.fn<LeadActions['note']>(),
  join: vi.fn<LeadActions['join']>(),
  tellApart: vi.fn<LeadActions['tellApart']>(),
  suggestAgain: vi.fn<LeadActions['suggestAgain']>(),
  part: vi.fn<LeadActions['part']>(),
  makeDealership: vi.fn<LeadActions['makeDealership']>(),
});

const shown = (lead: LeadRecord, actions: LeadActions) => (
  <div className="night">
    <Lead lead={lead} clock={clock} actions={actions} hrefOf={(id) => `/leads/${id}`} />
  </div>
);

const button = (name: string | RegExp) => page.getByRole('button', { name });

async function pressSettled(name: string | RegExp): Promise<void> {
  await expect.element(button(name).first()).not.toHaveAttribute('aria-disabled');
  await button(name).first().click();
}

test('R925 the status of a lead is announced when a press has changed it', async () => {
  const region = () => document.querySelector('.record-head [role="status"]');
  const { show } = mount(shown(recordOf(), sends()));
  await expect.poll(() => region()?.textContent).toBe('New');
  const before = region();
  show(shown(recordOf({ status: 'contacted', version: 2 }), sends()));
  await expect.poll(() => region()?.textContent).toBe('Contacted');
  expect(region()).toBe(before);
});

inLongRun(() => {
  test('R106 whoever presses after somebody else reads what changed, and decides', async () => {
    const actions = sends();
    const theirs = recordOf({
      status: 'contacted',
      version: 3,
      events: [
        {
          key: 'e2',
          at: testNow,
          by: null,
          kind: 'amended',
          form: 'intake',
          reference: 'BX-7CFS-DMJ9',
          changes: [{ field: 'business_email', from: 'dan@pinecrest.example', to: 'office@pinecrest.example' }],
        },
        { key: 'e1', at: testNow, by: 'Lee Marsh', kind: 'status', from: 'new', to: 'contacted' },
        ...recordOf().events,
      ],
    });
    actions.edit.mockResolvedValueOnce({ kind: 'late', record: theirs });
    const { show } = mount(shown(recordOf(), actions));
    await pressSettled('Lost');
    show(shown(theirs, actions));
    const changed = page.getByRole('region', { name: 'This lead changed while you read it' });
    await expect.element(changed.getByText('Lee Marsh: New → Contacted')).toBeVisible();
    await expect
      .element(changed.getByText(/Business e-mail: dan@pinecrest.example → office@pinecrest.example/))
      .toBeVisible();
    await expect.element(changed.getByText('You wanted to mark it lost. Nothing of that is stored yet.')).toBeVisible();
    actions.edit.mockResolvedValueOnce({ kind: 'taken', record: theirs });
    await pressSettled('Do it anyway');
    await expect.element(changed).not.toBeInTheDocument();
    expect(actions.edit.mock.calls).toEqual([
      [1, { status: 'lost' }],
      [3, { status: 'lost' }],
    ]);
  });

  test('R106 a press that somebody else has made meanwhile asks nothing', async () => {
    const actions = sends();
    const theirs = recordOf({ status: 'lost', version: 2, can: { ...recordOf().can, contact: false } });
    actions.edit.mockResolvedValueOnce({ kind: 'late', record: theirs });
    const { show } = mount(shown(recordOf(), actions));
    await pressSettled('Lost');
    show(shown(theirs, actions));
    await expect.element(button(/Lost/)).toHaveAttribute('aria-pressed', 'true');
    expect(page.getByText('This lead changed while you read it').elements()).toEqual([]);
  });
});

test('R106 a note that the server did not answer for is sent again under the same id, and its words stay until then', async () => {
  const actions = sends();
  actions.note.mockResolvedValueOnce({ kind: 'unreachable' });
  mount(shown(recordOf(), actions));
  await page.getByLabelText('Note').fill('called, no answer');
  await button('Add the note').click();
  await expect.element(page.getByText('No answer from the server. Nothing is lost: send it again.')).toBeVisible();
  await expect.element(page.getByLabelText('Note')).toHaveValue('called, no answer');
  actions.note.mockResolvedValueOnce({ kind: 'taken', record: recordOf() });
  await button('Add the note').click();
  await expect.element(page.getByLabelText('Note')).toHaveValue('');
  const [first, second] = actions.note.mock.calls.map(([note]) => note);
  expect(second).toEqual(first);
});

test('R200 a note that is sent again after a reload is the same one, and the next one is another', async () => {
  const actions = sends();
  actions.note.mockResolvedValueOnce({ kind: 'unreachable' });
  const first = mount(shown(recordOf(), actions));
  await page.getByLabelText('Note').fill('called, no answer');
  await button('Add the note').click();
  await expect.element(page.getByText('No answer from the server. Nothing is lost: send it again.')).toBeVisible();
  first.leave();
  mount(shown(recordOf(), actions));
  actions.note.mockResolvedValue({ kind: 'taken', record: recordOf() });
  await button('Add the note').click();
  await expect.element(page.getByLabelText('Note')).toHaveValue('');
  await page.getByLabelText('Note').fill('called, no answer');
  await button('Add the note').click();
  await expect.poll(() => actions.note.mock.calls.length).toBe(3);
  const [sent, again, next] = actions.note.mock.calls.map(([note]) => note);
  expect(again).toEqual(sent);
  expect(next?.id).not.toBe(sent?.id);
});

test('R106 a lead of the same people is joined after a question, at the versions that were seen', async () => {
  const actions = sends();
  actions.join.mockResolvedValueOnce({ kind: 'taken', record: joinedRecord() });
  mount(shown(recordOf({ similarLeads: [similarInquiry] }), actions));
  await expect.element(page.getByText('same phone number, same e-mail')).toBeVisible();
  await button('Join BX-41TN-8QHW').click();
  expect(actions.join).not.toHaveBeenCalled();
  await button('Join them').click();
  expect(actions.join.mock.calls).toEqual([[1, similarInquiry]]);
});

test('R204 a suggestion is dismissed after a question, and stays when the lead changed meanwhile', async () => {
  const actions = sends();
  const record = recordOf({ similarLeads: [similarInquiry] });
  const theirs = recordOf({ similarLeads: [similarInquiry], version: record.version + 1 });
  actions.tellApart
    .mockResolvedValueOnce({ kind: 'late', record: theirs })
    .mockResolvedValueOnce({ kind: 'taken', record: recordOf({ version: record.version + 1 }) });
  const { show } = mount(shown(record, actions));
  await button(/^Not the same people as/).click();
  await button('Not the same').last().click();
  show(shown(theirs, actions));
  const changed = page.getByRole('region', { name: 'This lead changed while you read it' });
  await expect.element(changed).toBeVisible();
  await expectFits();
  await changed.getByRole('button', { name: 'Do it anyway' }).click();
  show(shown(recordOf({ version: record.version + 1 }), actions));
  await expect.element(page.getByRole('heading', { name: 'Perhaps the same people' })).not.toBeInTheDocument();
  expect(actions.tellApart.mock.calls).toEqual([
    [record.version, similarInquiry.id],
    [theirs.version, similarInquiry.id],
  ]);
});

test('R961 two suggestions of one store and one minute are told apart by what their links and buttons are called', async () => {
  const second = { id: 'lead-0', reference: 'BX-0PQR-7V2M' };
  const similarLeads = [similarInquiry, { ...similarInquiry, ...second }];
  const dismissedLeads = [dismissedInquiry, { ...dismissedInquiry, ...second }];
  mount(shown(recordOf({ similarLeads, dismissedLeads }), sends()));
  await page.getByText('Dismissed suggestions: 2').click();
  const lists = page.getByRole('list').filter({ hasText: 'Pinecrest Auto' });
  await expect.poll(() => lists.elements().length).toBe(2);
  for (const list of lists.elements()) {
    const called = [...list.querySelectorAll('a, button')].map(({ textContent }) => textContent);
    expect(called.length).toBeGreaterThan(3);
    expect(new Set(called).size, called.join('; ')).toBe(called.length);
  }
});

test('R221 a dismissed suggestion is behind the number of them, and is suggested again by one press', async () => {
  const actions = sends();
  const dismissed = recordOf({ dismissedLeads: [dismissedInquiry] });
  actions.suggestAgain.mockResolvedValueOnce({ kind: 'taken', record: recordOf({ similarLeads: [similarInquiry] }) });
  const { show } = mount(shown(dismissed, actions));
  await expect.element(button(/Suggest again/)).not.toBeInTheDocument();
  await page.getByText('Dismissed suggestions: 1').click();
  await expect.element(page.getByText(/Not the same people, said Lee Marsh/)).toBeVisible();
  await expectFits();
  await button(/Suggest again/).click();
  expect(actions.suggestAgain.mock.calls).toEqual([[dismissed.version, similarInquiry.id]]);
  show(shown(recordOf({ similarLeads: [similarInquiry] }), actions));
  await expect.element(page.getByRole('heading', { name: 'Perhaps the same people' })).toBeVisible();
  show(shown(recordOf({ dismissedLeads: [dismissedInquiry], can: { ...recordOf().can, manage: false } }), actions));
  await page.getByText('Dismissed suggestions: 1').click();
  expect(button(/Suggest again/).elements()).toEqual([]);
});

test('R106 a follow-up is set by one press, or as the brand’s clocks show it', async () => {
  const actions = sends();
  actions.edit.mockResolvedValue({ kind: 'taken', record: recordOf() });
  mount(shown(recordOf(), actions));
  await pressSettled('Follow up…');
  await button('Tomorrow, 10 am').click();
  await pressSettled('Follow up…');
  await page.getByLabelText(/Another time/).fill('2026-11-30T09:30');
  await button('Set this time').click();
  expect(actions.edit.mock.calls).toEqual([
    [1, { followUpAt: '2026-11-22T15:00:00.000Z' }],
    [1, { followUpAt: '2026-11-30T14:30:00.000Z' }],
  ]);
});

inLongRun(() => {
  test('R567 a follow-up that was typed and not set is there again after a reload, and is sent from the lead that was seen', async () => {
    const actions = sends();
    actions.edit.mockResolvedValue({ kind: 'taken', record: recordOf() });
    const typed = page.getByLabelText(/Another time/);
    const first = mount(shown(recordOf(), actions));
    await pressSettled('Follow up…');
    await typed.fill('2026-11-30T09:30');
    first.leave();
    const { show } = mount(shown(recordOf(), actions));
    await pressSettled('Follow up…');
    await expect.element(typed).toHaveValue('2026-11-30T09:30');
    // Somebody else changes the lead while the dialog is open.
    show(shown(recordOf({ version: 2, followUpAt: '2026-12-03T15:30:00.000Z' }), actions));
    await button('Set this time').click();
    await expect.poll(() => actions.edit.mock.calls).toEqual([[1, { followUpAt: '2026-11-30T14:30:00.000Z' }]]);
    expect(JSON.stringify(sessionStorage)).not.toContain('2026-11-30T09:30');
  });
});

test('R106 a lead shows how its people are reached, what each form says, and the receipt of a consent', async () => {
  mount(shown(joinedRecord(), sends()));
  await expect.element(page.getByRole('link', { name: '(570) 555-0164' })).toHaveAttribute('href', 'tel:+15705550164');
  await expect.element(page.getByText('Personal phone, may be texted')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Sales Information' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Inquiry BX-41TN-8QHW' })).toBeVisible();
  await expect.element(page.getByText(/^Given Nov\s20, .* Still valid\.$/)).toBeVisible();
  await expect.element(page.getByText(/called, no answer, left word/)).toBeVisible();
});

test('R106 a lead fits a telephone and a large screen', async () => {
  mount(shown(joinedRecord(), sends()));
  await expectFits();
});

test('R106 somebody who only reads is offered nothing', async () => {
  mount(shown(recordOf({ can: { contact: false, note: false, manage: false, makeDealership: false } }), sends()));
  await expect.element(page.getByText('Promised by', { exact: true })).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('R106 a dealership is made of a lead by one press, and why there is none is said', async () => {
  const actions = sends();
  actions.makeDealership.mockResolvedValueOnce({ kind: 'unreachable' }).mockResolvedValueOnce({ kind: 'made' });
  mount(shown(recordOf(), actions));
  await pressSettled('Make it a dealership');
  await expect.element(page.getByText(/No answer from the server/)).toBeVisible();
  await pressSettled('Make it a dealership');
  await expect.element(page.getByText(/No answer from the server/)).not.toBeInTheDocument();
  expect(actions.makeDealership).toHaveBeenCalledTimes(2);
});

inLongRun(() => {
  test('R199 no dealership is made of a lead that somebody changed meanwhile, until the later person has read it', async () => {
    const actions = sends();
    const record = recordOf();
    const theirs = recordOf({
      version: record.version + 1,
      status: 'lost',
      events: [{ key: 'e9', at: testNow, by: 'Lee Marsh', kind: 'status', from: 'new', to: 'lost' }, ...record.events],
    });
    actions.makeDealership
      .mockResolvedValueOnce({ kind: 'late', record: theirs })
      .mockResolvedValueOnce({ kind: 'made' });
    const { show } = mount(shown(record, actions));
    await pressSettled('Make it a dealership');
    show(shown(theirs, actions));
    const changed = page.getByRole('region', { name: 'This lead changed while you read it' });
    await expect.element(changed.getByText(/Lee Marsh/)).toBeVisible();
    await expect.element(changed.getByText(/You wanted to make it a dealership/)).toBeVisible();
    await changed.getByRole('button', { name: 'Do it anyway' }).click();
    await expect.element(changed).not.toBeInTheDocument();
    expect(actions.makeDealership.mock.calls).toEqual([[record.version], [theirs.version]]);
  });
});

test('R354 a press that arrived although its answer was lost is not asked for again', async () => {
  const actions = sends();
  const marked = recordOf({ status: 'spam', version: recordOf().version + 1 });
  actions.edit.mockResolvedValue({ kind: 'unreachable' });
  const { show } = mount(shown(recordOf(), actions));
  await pressSettled('Spam');
  await expect.element(page.getByText(/No answer from the server/)).toBeVisible();
  // Somebody else changed something else: the press has still not arrived.
  show(shown(recordOf({ version: marked.version }), actions));
  await expect.element(page.getByText(/No answer from the server/)).toBeVisible();
  show(shown(marked, actions));
  await expect.element(page.getByText(/No answer from the server/)).not.toBeInTheDocument();
});

inLongRun(() => {
  test('R372 a follow-up that was typed is sent again by one press when no answer came, and is said until then', async () => {
    const actions = sends();
    const stored = recordOf({ followUpAt: '2026-12-03T15:30:00.000Z', version: recordOf().version + 1 });
    actions.edit
      .mockResolvedValueOnce({ kind: 'unreachable' })
      .mockResolvedValueOnce({ kind: 'taken', record: stored });
    const { show } = mount(shown(recordOf(), actions));
    await pressSettled(/Follow up/);
    await page.getByLabelText(/Another time/).fill('2026-12-03T10:30');
    await button('Set this time').click();
    await expect
      .element(page.getByText(/No answer from the server. You wanted to follow up Dec\s3, 10:30\sam/))
      .toBeVisible();
    await button('Send it again').click();
    show(shown(stored, actions));
    await expect.element(button('Send it again')).not.toBeInTheDocument();
    const [first, second] = actions.edit.mock.calls;
    expect(first?.[1]).toEqual({ followUpAt: stored.followUpAt });
    expect(second).toEqual(first);
  });
});

test('R1288 a note that was typed and not sent is shown to whoever may not write notes any more, to be copied or discarded', async () => {
  const note = page.getByRole('textbox', { name: /^Note/ });
  const { show } = mount(shown(recordOf(), sends()));
  await note.fill('Priya calls back at four');
  const reader = { contact: false, note: false, manage: false, makeDealership: false };
  show(shown(recordOf({ can: reader }), sends()));
  const unsent = page.getByRole('region', { name: 'You typed this and it was not sent' });
  await expect.element(unsent.getByText('Priya calls back at four')).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await unsent.getByRole('button', { name: 'Discard' }).click();
  await expect.element(unsent).not.toBeInTheDocument();
  show(shown(recordOf(), sends()));
  await expect.element(note).toHaveValue('');
});
