/** What is shown once stays until its person has kept it, wherever they go and whatever becomes of their session meanwhile. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addTotp, beginTotp, listSessions, renewRecoveryCodes, viewFactors } from '#contract/desk/account-endpoints.ts';
import { listDealerships } from '#contract/desk/dealership-endpoints.ts';
import { viewSchedule } from '#contract/desk/schedule-endpoints.ts';
import { viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import { staffRefusals } from '#contract/desk/staff-refusals.ts';
import { type Answer, type DeskScreenOptions, mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { callDesk } from '../lib/request.ts';
import { refreshSessionState, setSessionState } from '../lib/session.ts';
import { App } from './App.tsx';

const codes = ['7K3M-Q9XT', 'B8RD-5JNE'];
const dana = sessionOf('admin');
const at = new Date().toISOString();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const code = page.getByText('B8RD-5JNE');

const answers: DeskScreenOptions['answers'] = {
  [`GET ${viewFactors.path}`]: { json: { passwordChangedAt: at, totpAddedAt: at, passkeys: [], recoveryCodesLeft: 2 } },
  [`GET ${listSessions.path}`]: { json: { sessions: [] } },
  [`GET ${listDealerships.path}`]: { json: { rows: [], cursor: null, samples: 0 } },
};

/** The console of a session that the test changes. */
function startAt(path: string, further: DeskScreenOptions['answers'] = {}) {
  let session: object = dana;
  const shown = mountDesk(<App />, {
    at: path,
    answers: { ...answers, [`GET ${viewDeskSession.path}`]: () => ({ json: session }), ...further },
  });
  const turns = (next: object) => {
    session = next;
  };
  const becomes = async (next: object) => {
    turns(next);
    await refreshSessionState();
  };
  return { shown, turns, becomes };
}

async function keepCodes(): Promise<void> {
  await page.getByLabelText('I have kept these codes').click();
  await button('Go on').click();
  await expect.element(code).not.toBeInTheDocument();
}

test('R751 recovery codes stay when Back, or a lock, takes their screen away, and are shown to nobody else', async () => {
  const { shown, becomes } = startAt('/desk/dealerships', {
    [`POST ${renewRecoveryCodes.path}`]: { json: { recoveryCodes: codes } },
  });
  await page.viewport(1440, 900);
  await becomes(dana);
  await page.getByRole('link', { name: /Dana Whitcomb/ }).click();
  const renew = async () => {
    await button('Make new ones').click();
    await button('Make ten new codes').click();
    await expect.element(code).toBeVisible();
  };
  await renew();
  history.back();
  await expect.poll(() => location.pathname).toBe('/desk/desk/dealerships');
  await expect.element(page.getByRole('heading', { name: 'Dealerships', includeHidden: true })).toBeInTheDocument();
  await expect.element(code).toBeVisible();
  // The browser asks before the document is left.
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await becomes({ ...dana, state: 'locked', methods: ['password'] });
  await expect.element(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await expect.element(code).not.toBeInTheDocument();
  await becomes(dana);
  await expect.element(code).toBeVisible();
  await keepCodes();
  history.forward();
  await expect.poll(() => location.pathname).toBe('/desk/desk/account');
  await renew();
  await becomes({
    ...dana,
    person: { id: 'lee', name: 'Lee Ortega', email: 'lee@boxline.example' },
    sessionId: 'other',
  });
  await expect.element(page.getByText('Lee Ortega').first()).toBeInTheDocument();
  await expect.element(code).not.toBeInTheDocument();
  shown.leave();
});

test('R751 codes that come when their screen was left already are shown on the one that is open', async () => {
  const slow = Promise.withResolvers<Answer>();
  const { shown, becomes } = startAt('/desk/account', {
    [`POST ${renewRecoveryCodes.path}`]: () => slow.promise,
  });
  await becomes(dana);
  await button('Make new ones').click();
  await button('Make ten new codes').click();
  await page.getByRole('link', { name: 'Dealerships' }).first().click();
  await expect.element(page.getByRole('heading', { name: 'Dealerships' })).toBeInTheDocument();
  slow.resolve({ json: { recoveryCodes: codes } });
  await expect.element(code).toBeVisible();
  await keepCodes();
  shown.leave();
});

test('R1107 codes stay over a lock of which a refused call tells first, and go when somebody else is signed in after it', async () => {
  const { shown, turns, becomes } = startAt('/desk/account', {
    [`POST ${renewRecoveryCodes.path}`]: { json: { recoveryCodes: codes } },
    'GET /api/desk/schedule': staffRefusals.locked,
  });
  await becomes(dana);
  await button('Make new ones').click();
  await button('Make ten new codes').click();
  await expect.element(code).toBeVisible();
  const refuse = async (next: object) => {
    turns(next);
    await callDesk(viewSchedule, { query: {} });
  };
  await refuse({ ...dana, state: 'locked', methods: ['password'] });
  await expect.element(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await expect.element(code).not.toBeInTheDocument();
  await becomes(dana);
  await expect.element(code).toBeVisible();
  await refuse({
    ...dana,
    person: { id: 'lee', name: 'Lee Ortega', email: 'lee@boxline.example' },
    sessionId: 'other',
  });
  await expect.element(page.getByText('Lee Ortega').first()).toBeInTheDocument();
  await expect.element(code).not.toBeInTheDocument();
  shown.leave();
});

for (const next of ['signed-in', 'waiting-for-confirmation'] as const) {
  test(`R751 the codes of a new account stay while the console learns that it is ${next}`, async () => {
    const { person } = dana;
    const session =
      next === 'signed-in' ? dana : { state: next, person, inviter: 'Lee Ortega', code: '402917', confirmed: false };
    const { shown, becomes } = startAt('/desk/dealerships', {
      [`POST ${beginTotp.path}`]: { json: { secret: 'JBSWY3DP', uri: 'otpauth://totp/one?secret=JBSWY3DP' } },
      [`POST ${addTotp.path}`]: { json: { recoveryCodes: codes, session } },
    });
    await becomes({ state: 'enrol', person });
    await page.getByLabelText('The code that the app shows now').fill('123456');
    await button('Add the app').click();
    await expect.element(code).toBeVisible();
    // Somebody who goes to their password manager and comes back makes the console look again.
    await becomes(session);
    await expect.element(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible();
    await expect.element(code).toBeVisible();
    await keepCodes();
    shown.leave();
    setSessionState({ state: 'unknown' });
  });
}
