/** Something is typed and not sent about a record while somebody erases or removes that record. */
import '../styles/desk.css';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { mintId } from '#contract/reference.ts';
import { type DeskScreenOptions, mountDesk } from '../../tests/components/desk.tsx';
import { Deal } from '../board/Deal.tsx';
import { recordOf as requestOf } from '../board/testing.ts';
import { Dealership } from '../dealerships/Dealership.tsx';
import { actionsOn } from '../dealerships/dealerships.ts';
import { recordOf as dealershipOf } from '../dealerships/testing.ts';
import { LeadsScreen } from '../leads/LeadsScreen.tsx';
import { inquiryForm, intakeForm, recordOf, testNow } from '../leads/testing.ts';
import { draftedIds, dropDrafts, keepDraftValue } from '../lib/drafts.ts';
import { readAgain } from '../lib/read.ts';
import { ErasedNote } from './ErasedNote.tsx';

afterEach(dropDrafts);

const words = 'Priya calls back at four';
const note = page.getByLabelText('Note');
const kept = () => sessionStorage.getItem('boxline.desk.drafts') ?? '';
const told = page.getByText(
  'Lead BX-7CFS-DMJ9 was erased. What you had typed about it and not sent was removed with it.',
);

const erasedOf = (lead: LeadRecord): LeadRecord => ({
  ...lead,
  name: 'erased',
  parts: lead.parts.map((part) => ({ ...part, answers: {}, erasedAt: testNow })),
  can: { contact: false, note: false, manage: false, makeDealership: false },
});

/** The leads, with one open. `erase` is what somebody else does; `tell` is the event that says so. */
function openLead(answers: DeskScreenOptions['answers'] = {}) {
  const id = mintId();
  const alone = recordOf({ id, parts: [{ ...intakeForm, id }] });
  let lead = alone;
  let erased: object[] = [];
  const server = {
    'GET /api/desk/leads': { json: { rows: [], cursor: null, serverNow: testNow } },
    [`GET /api/desk/leads/${id}`]: () => ({ json: lead }),
    // The other form, under which the lead may be shown later.
    'GET /api/desk/leads/lead-1': () => ({ json: lead }),
    'GET /api/desk/erased': () => ({ json: { erased } }),
    ...answers,
  };
  const open = (at = `/leads/${id}`) =>
    mountDesk(
      <>
        <ErasedNote />
        <LeadsScreen />
      </>,
      { at, answers: server },
    );
  const tell = () => readAgain({ topics: [{ topic: 'leads', id }] });
  return {
    id,
    open,
    /** What somebody else makes of the lead without an erasure. */
    change(became: LeadRecord) {
      lead = became;
      tell();
    },
    erase(became: LeadRecord = erasedOf(alone)) {
      lead = became;
      erased = [{ id, kind: 'lead', reference: 'BX-7CFS-DMJ9' }];
    },
    tell,
  };
}

test('R848 a note that is half typed while its lead is erased is removed, also from the storage, and the desk says so', async () => {
  const { open, erase, tell } = openLead();
  open();
  await note.fill(words);
  expect(kept()).toContain(words);
  erase();
  tell();
  await expect.element(page.getByText(/This lead was erased/)).toBeVisible();
  await expect.element(told).toBeVisible();
  expect(kept()).not.toContain(words);
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect.element(told).not.toBeInTheDocument();
});

test('R848 an open dialog of a follow-up goes with its lead that is erased, and the desk says so', async () => {
  const { open, erase, tell } = openLead();
  open();
  await page.getByRole('button', { name: 'Change the follow-up' }).click();
  await page.getByLabelText(/^Another time/).fill('2026-12-03T15:00');
  erase();
  tell();
  await expect.element(told).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(kept()).not.toContain('2026-12-03');
});

test('R848 a tab on another screen, or that was asleep or signed out meanwhile, removes what was typed once it asks again', async () => {
  const { open, erase } = openLead();
  const first = open();
  await note.fill(words);
  first.leave();
  erase();
  expect(kept()).toContain(words);
  // Nobody told this tab of it: it asks when it is back.
  open('/leads');
  await expect.element(told).toBeVisible();
  expect(kept()).not.toContain(words);
});

test('R848 a tab that was cut off keeps what was typed while no answer comes, and removes it once it is connected again', async () => {
  let isAway = true;
  const { open, erase } = openLead({
    'GET /api/desk/erased': () => (isAway ? 'cut' : { json: { erased: nowErased() } }),
  });
  const nowErased = () => [{ id: draftedIds()[0], kind: 'lead', reference: 'BX-7CFS-DMJ9' }];
  const { calls } = open();
  await note.fill(words);
  await expect.poll(() => calls.some(({ name }) => name === 'GET /api/desk/erased')).toBe(true);
  erase();
  expect(kept()).toContain(words);
  isAway = false;
  readAgain({ topics: [], everything: true });
  await expect.element(told).toBeVisible();
  expect(kept()).not.toContain(words);
});

test('R848 what was typed on a form that is erased does not go on to the other form of its lead', async () => {
  const { id, open, erase, tell } = openLead();
  const heir = recordOf({
    id: 'lead-1',
    form: 'inquiry',
    name: 'Gulf Shore Marine',
    parts: [
      { ...inquiryForm, joinedAt: null },
      { ...intakeForm, id, answers: {}, joinedAt: testNow, erasedAt: testNow },
    ],
  });
  open();
  await note.fill(words);
  erase(heir);
  tell();
  await expect.element(page.getByRole('heading', { name: 'Gulf Shore Marine', level: 1 })).toBeVisible();
  await expect.element(told).toBeVisible();
  await expect.element(note).toHaveValue('');
  expect(kept()).not.toContain(words);
});

test('R848 what was typed stays when its lead changes and was not erased', async () => {
  const { id, open, tell } = openLead();
  const { calls } = open();
  await note.fill(words);
  const asked = () => calls.filter(({ name }) => name === 'GET /api/desk/erased').length;
  await expect.poll(asked).toBe(1);
  tell();
  await expect.poll(asked).toBe(2);
  expect(draftedIds()).toEqual([id]);
  await expect.element(note).toHaveValue(words);
});

test('R848 what was typed on a form that was joined to another one goes when that form alone is erased', async () => {
  const { id, open, change, erase, tell } = openLead();
  const joined = (erasedAt: string | null) =>
    recordOf({
      id: 'lead-1',
      form: 'inquiry',
      name: 'Gulf Shore Marine',
      parts: [
        { ...inquiryForm, joinedAt: null },
        { ...intakeForm, id, joinedAt: testNow, erasedAt },
      ],
    });
  open();
  await note.fill(words);
  change(joined(null));
  await expect.element(page.getByRole('heading', { name: 'Gulf Shore Marine', level: 1 })).toBeVisible();
  await expect.element(note).toHaveValue(words);
  erase(joined(testNow));
  tell();
  await expect.element(told).toBeVisible();
  await expect.element(note).toHaveValue('');
  expect(kept()).not.toContain(words);
  // What is typed then is about the form that stays.
  await note.fill('Gulf Shore calls on Monday');
  expect(kept()).toContain('Gulf Shore calls on Monday');
  expect(draftedIds()).toEqual([]);
});

/** The record of a dealership with two contacts. `remove` is what somebody else does to the second one, Rae. */
function openDealership() {
  const rae = mintId();
  const [first, second] = dealershipOf().contacts;
  const contacts = [first, { ...second, id: rae }] as DealershipRecord['contacts'];
  const id = mintId();
  const whole = dealershipOf({ id, contacts });
  let erased: object[] = [];
  const shown = (record: DealershipRecord) => (
    <>
      <ErasedNote />
      <Dealership
        record={record}
        clock={{ now: () => Date.parse(testNow) }}
        actions={actionsOn(id)}
        onGone={() => undefined}
      />
    </>
  );
  const { calls, show } = mountDesk(shown(whole), {
    answers: { 'GET /api/desk/erased': () => ({ json: { erased } }) },
  });
  /** The records that the page has asked about, in order. */
  const askedAbout = () =>
    calls.filter(({ name }) => name === 'GET /api/desk/erased').map(({ query }) => query.get('ids'));
  return {
    rae,
    askedAbout,
    asked: () => askedAbout().length,
    /** What is read of the dealership once the contact is removed. */
    readWithout: () => show(shown({ ...whole, version: whole.version + 1, contacts: contacts.slice(0, 1) })),
    readEarlier: () => show(shown({ ...whole, version: whole.version - 1, contacts: contacts.slice(0, 1) })),
    remove() {
      erased = [{ id: rae, kind: 'contact', reference: '' }];
      readAgain({ topics: [{ topic: 'dealerships', id }] });
    },
  };
}

/** Something is typed about another record, about which the page then asks. What it asks about before, it has asked by then. */
function typeElsewhere(): string {
  const other = mintId();
  keepDraftValue(`note ${other}`, words);
  return other;
}

const role = page.getByRole('textbox', { name: /What they do/ });
const ended = page.getByRole('heading', { name: 'This contact was removed or erased while you were writing' });
const edit = page.getByRole('button', { name: 'Edit Rae Colburn' });

test('R848 the open form of a contact says at once that a colleague removed it, and keeps nothing of what was typed', async () => {
  const { readWithout, readEarlier } = openDealership();
  await edit.click();
  await role.fill(words);
  // An earlier answer that arrives late is no removal.
  readEarlier();
  await expect.element(role).toHaveValue(words);
  readWithout();
  await expect.element(ended).toHaveFocus();
  await expect.poll(kept).not.toContain(words);
  await page.getByRole('button', { name: 'Leave it' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('R848 what is typed on about a contact that was removed is kept no more, although the form is still open', async () => {
  const { rae, asked, askedAbout, remove } = openDealership();
  const removed = page.getByText(/^A contact of a dealership was removed or erased\./);
  await edit.click();
  await role.fill(words);
  await expect.poll(asked).toBe(1);
  remove();
  await expect.element(removed).toBeInTheDocument();
  await expect.element(role).toHaveValue('Night desk');
  await role.fill(`${words}, or at five`);
  expect(kept()).not.toContain(words);
  const other = typeElsewhere();
  await expect.poll(asked).toBeGreaterThan(2);
  expect(askedAbout()).toEqual([rae, rae, other]);
});

test('R848 a field of a request that is being edited closes when the request is erased, and keeps nothing', async () => {
  const id = mintId();
  let erased: object[] = [];
  const lender = page.getByRole('textbox', { name: 'Lender' });
  const record = requestOf({ id, acceptedAt: testNow, can: { editDeal: true } });
  const { calls } = mountDesk(
    <>
      <ErasedNote />
      <Deal record={record} onEdit={async () => ({ kind: 'late', record })} />
    </>,
    { answers: { 'GET /api/desk/erased': () => ({ json: { erased } }) } },
  );
  await page.getByRole('button', { name: 'Add Lender' }).click();
  await lender.fill(words);
  await expect.poll(() => calls.length).toBe(1);
  erased = [{ id, kind: 'request', reference: 'BX-7CFS-DMJ9' }];
  readAgain({ topics: [{ topic: 'board', id }] });
  await expect.element(page.getByText(/^Request BX-7CFS-DMJ9 was erased\./)).toBeVisible();
  await expect.element(lender).not.toBeInTheDocument();
  expect(kept()).not.toContain(words);
});

test('R848 a field of a request that was opened and not typed into does not go on showing what was erased', async () => {
  const record = (note: string, editDeal: boolean) => {
    const request = requestOf({ acceptedAt: testNow, can: { editDeal } });
    return { ...request, deal: { ...request.deal, note } };
  };
  const deal = (of: RequestRecord) => <Deal record={of} onEdit={async () => ({ kind: 'late', record: of })} />;
  const { show } = mountDesk(deal(record(words, true)), { answers: {} });
  const field = page.getByRole('textbox');
  await page.getByRole('button', { name: 'Change Note' }).click();
  await expect.element(field).toHaveValue(words);
  show(deal(record('', false)));
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(page.getByText(words)).not.toBeInTheDocument();
});

test('R848 a form in which nothing is typed asks about nothing, and is drawn without a warning', async () => {
  const warned = vi.spyOn(console, 'error');
  const { asked, askedAbout } = openDealership();
  await page.getByRole('button', { name: 'Add a contact' }).click();
  await expect.element(page.getByLabelText('Name')).toBeVisible();
  expect(kept()).toContain('contact new');
  const other = typeElsewhere();
  await expect.poll(asked).toBeGreaterThan(0);
  expect(askedAbout()).toEqual([other]);
  expect(warned.mock.calls).toEqual([]);
  warned.mockRestore();
});
