import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CertificateRow, FoundItemView } from '#contract/desk/person-request-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { PersonRequest } from './PersonRequest.tsx';

const at = '2026-11-21T08:00:00.000Z';

const item = (kind: 'lead' | 'message', number: number): FoundItemView => ({
  kind,
  id: `${kind}-${number}`,
  reference: `BX-${number}`,
  title: 'Quillon Marzette',
  at,
  class: 'communication',
  matches: ['Name'],
  about: { kind, id: `${kind}-${number}` },
  kept: null,
});

const hundred = (kind: 'lead' | 'message') => Array.from({ length: 100 }, (_, number) => item(kind, number));

const button = (name: string | RegExp) => page.getByRole('button', { name });

test('R770 of more than can be erased at once the first are chosen, and one more is refused where it is chosen', async () => {
  const items = [...hundred('lead'), ...hundred('message'), item('message', 100)];
  mountDesk(<PersonRequest />, {
    at: '/records',
    answers: {
      'POST /api/desk/person-requests': { json: { by: 'name', items, more: [] } },
      'GET /api/desk/erasures': { json: { certificates: [], next: null } },
    },
  });
  await page.getByRole('textbox', { name: 'Who' }).fill('Quillon');
  await button('Find').click();
  await expect.element(page.getByText('At most 200 at once: search again afterwards for the rest.')).toBeVisible();
  await expect.element(button('Erase 200 things')).toBeVisible();
  const last = page.getByRole('checkbox', { name: /Message BX-100/ });
  await expect.element(last).not.toBeChecked();
  await last.click();
  await expect.element(page.getByText('At most 200 at once, and 201 are chosen: untick 1.')).toBeVisible();
  await expect.element(button(/^Erase/)).not.toBeInTheDocument();
  await expect.element(button('Download as JSON')).not.toBeInTheDocument();
  await last.click();
  await expect.element(button('Erase 200 things')).toBeVisible();
});

const certificate: CertificateRow = {
  seq: 7,
  id: 'certificate-7',
  at,
  by: 'Dana Whitcomb',
  reason: 'asked',
  items: [{ kind: 'lead', id: 'lead-1', reference: 'BX-1', class: 'communication', at }],
  hash: 'a1b2',
  againAt: null,
};

const checks = { hash: true, inFile: true, inAudit: true, erased: true } as const;

/** Answers the first search of a test with one lead, and every later one with `later`. */
function firstThen(later: Promise<Answer>) {
  let searches = 0;
  return () => {
    searches += 1;
    return searches === 1 ? { json: { by: 'name', items: [item('lead', 1)], more: [] } } : later;
  };
}

test('R825 what was erased is not shown again while the next search is under way, or when it fails', async () => {
  const slow = Promise.withResolvers<Answer>();
  const { sent } = mountDesk(<PersonRequest />, {
    at: '/records',
    answers: {
      'POST /api/desk/person-requests': firstThen(slow.promise),
      'POST /api/desk/erasures': { json: { ...certificate, checks } },
      'GET /api/desk/erasures': { json: { certificates: [], next: null } },
    },
  });
  const who = page.getByRole('textbox', { name: 'Who' });
  await who.fill('Quillon');
  await button('Find').click();
  const found = page.getByRole('checkbox', { name: /Quillon Marzette/ });
  await expect.element(found).toBeVisible();
  await button('Erase one thing').click();
  await button('Erase for good').click();
  await expect.element(page.getByText('certificate-7')).toBeVisible();
  await who.fill('Somebody Else');
  await button('Find').click();
  await expect.poll(() => sent('POST /api/desk/person-requests').length).toBe(2);
  await expect.element(page.getByText('certificate-7')).not.toBeInTheDocument();
  await expect.element(found).not.toBeInTheDocument();
  slow.resolve('cut');
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  await expect.element(found).not.toBeInTheDocument();
});

test('R826 a certificate is checked each time it is opened', async () => {
  let holds = true;
  const { calls } = mountDesk(<PersonRequest />, {
    at: '/records',
    answers: {
      'GET /api/desk/erasures': { json: { certificates: [certificate], next: null } },
      'GET /api/desk/erasures/certificate-7': () => ({
        json: { ...certificate, checks: { ...checks, erased: holds } },
      }),
    },
  });
  await button('Check certificate 7').click();
  await expect.element(page.getByText(/^It is valid/)).toBeVisible();
  await button('Close certificate 7').click();
  holds = false;
  await button('Check certificate 7').click();
  await expect.element(page.getByText('Some of what was erased is there again.')).toBeVisible();
  await expect.element(page.getByText(/^It is valid/)).not.toBeInTheDocument();
  expect(calls.filter(({ name }) => name.endsWith('certificate-7'))).toHaveLength(2);
});

test('R843 what a legal hold keeps says where to see which record the hold was set on, also when the hold came after the search', async () => {
  const kept = [{ kind: 'lead', id: 'lead-1', because: 'held' }];
  const where = 'A legal hold keeps it. Its lead or dealership shows the hold, and which record it was set on.';
  const items = [item('lead', 1), { ...item('lead', 2), kept: 'held' as const }];
  mountDesk(<PersonRequest />, {
    at: '/records',
    answers: {
      'POST /api/desk/person-requests': { json: { by: 'name', items, more: [] } },
      'POST /api/desk/erasures': { status: 409, json: { kept } },
      'GET /api/desk/erasures': { json: { certificates: [], next: null } },
    },
  });
  await page.getByRole('textbox', { name: 'Who' }).fill('Quillon');
  await button('Find').click();
  await expect.element(page.getByText(`Stays: ${where}`)).toBeVisible();
  await button('Erase one thing').click();
  await button('Erase for good').click();
  await expect.element(page.getByText(`Nothing was erased. Lead: ${where}`)).toBeVisible();
});

test('R1026 what was found for one person is gone at the search for the next, and says for whom it was found', async () => {
  const next = Promise.withResolvers<Answer>();
  mountDesk(<PersonRequest />, {
    at: '/records',
    answers: {
      'POST /api/desk/person-requests': firstThen(next.promise),
      'GET /api/desk/erasures': { json: { certificates: [], next: null } },
    },
  });
  const who = page.getByRole('textbox', { name: 'Who' });
  await who.fill('Ann');
  await button('Find').click();
  await expect.element(page.getByText('1 thing found by a name: “Ann”.')).toBeVisible();
  await button('Erase one thing').click();
  await expect.element(page.getByText(/^Erase one thing found by “Ann” for good/)).toBeVisible();
  await button('Keep it').click();
  await who.fill('Bob');
  await button('Find').click();
  await expect.element(button('Erase one thing')).not.toBeInTheDocument();
  next.resolve({ status: 503 });
  await expect.element(button('Find')).toBeVisible();
  await expect.element(button('Erase one thing')).not.toBeInTheDocument();
});

test('R1032 what was found is said in a region that was there before, and an erasure moves the focus to its heading', async () => {
  mountDesk(<PersonRequest />, {
    at: '/records',
    answers: {
      'POST /api/desk/person-requests': { json: { by: 'name', items: [item('lead', 1)], more: [] } },
      'POST /api/desk/erasures': { json: { ...certificate, checks } },
      'GET /api/desk/erasures': { json: { certificates: [], next: null } },
    },
  });
  await page.getByRole('textbox', { name: 'Who' }).fill('Ann');
  const regions = [...document.querySelectorAll('[role="status"]')];
  await button('Find').click();
  const found = page.getByText('1 thing found by a name: “Ann”.');
  await expect.element(found).toBeVisible();
  expect(regions).toContain(found.element().closest('[role="status"]'));
  await button('Erase one thing').click();
  await button('Erase for good').click();
  await expect.element(page.getByRole('heading', { name: 'Erased' })).toHaveFocus();
});
