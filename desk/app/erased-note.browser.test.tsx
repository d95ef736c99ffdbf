/** Something is typed and not sent about a lead while somebody erases that lead. */
import '../styles/desk.css';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { mintId } from '#contract/reference.ts';
import { type DeskScreenOptions, mountDesk } from '../../tests/components/desk.tsx';
import { LeadsScreen } from '../leads/LeadsScreen.tsx';
import { inquiryForm, intakeForm, recordOf, testNow } from '../leads/testing.ts';
import { draftedIds, dropDrafts } from '../lib/drafts.ts';
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
  return {
    id,
    open,
    erase(became: LeadRecord = erasedOf(alone)) {
      lead = became;
      erased = [{ id, kind: 'lead', reference: 'BX-7CFS-DMJ9' }];
    },
    tell: () => readAgain({ topics: [{ topic: 'leads', id }] }),
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
