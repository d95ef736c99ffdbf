import '../styles/desk.css';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { listSessions, viewFactors } from '#contract/desk/account-endpoints.ts';
import { signOut } from '#contract/desk/session-endpoints.ts';
import { viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import { staffRefusals } from '#contract/desk/staff-refusals.ts';
import { type Answer, mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { App } from '../app/App.tsx';
import { callDesk } from '../lib/request.ts';
import { setSessionState } from '../lib/session.ts';

const at = new Date().toISOString();
const factors: Answer = { json: { passwordChangedAt: at, totpAddedAt: at, passkeys: [], recoveryCodesLeft: 10 } };

test.each([
  ['signed out elsewhere', staffRefusals.signedOut],
  ['locked', staffRefusals.locked],
])(
  'R786 a session that was %s shows nothing more once the server says so, although it does not answer any more',
  async (_, refusal) => {
    let [session, read]: [Answer, Answer] = [{ json: sessionOf('admin') }, factors];
    onTestFinished(() => setSessionState({ state: 'unknown' }));
    const { leave } = mountDesk(<App />, {
      at: '/desk/account',
      answers: {
        [`GET ${viewDeskSession.path}`]: () => session,
        [`GET ${viewFactors.path}`]: () => read,
        [`GET ${listSessions.path}`]: { json: { sessions: [] } },
      },
    });
    const person = page.getByText('Dana Whitcomb, dana@boxline.example');
    await expect.element(person).toBeVisible();
    [session, read] = ['cut', refusal];
    await callDesk(viewFactors, {});
    await expect.element(page.getByRole('heading', { name: 'The desk does not answer' })).toBeVisible();
    expect(person.query()).toBeNull();
    leave();
  },
);

test('R786 who has signed out sees nothing of the session, although the server does not answer any more', async () => {
  let session: Answer = { json: sessionOf('admin') };
  onTestFinished(() => setSessionState({ state: 'unknown' }));
  const { leave } = mountDesk(<App />, {
    at: '/desk/account',
    answers: {
      [`GET ${viewDeskSession.path}`]: () => session,
      [`GET ${viewFactors.path}`]: factors,
      [`GET ${listSessions.path}`]: { json: { sessions: [] } },
      [`POST ${signOut.path}`]: () => {
        session = 'cut';
        return { status: 204 };
      },
    },
  });
  const person = page.getByText('Dana Whitcomb, dana@boxline.example');
  await expect.element(person).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.element(page.getByRole('heading', { name: 'The desk does not answer' })).toBeVisible();
  expect(person.query()).toBeNull();
  session = { json: { state: 'none', setUpNeeded: false, httpsNeeded: false } };
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  leave();
});
