/** The server does not answer at the moment at which a sign-in goes on. */
import '../styles/desk.css';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { enter } from '#contract/desk/link-endpoints.ts';
import { openDeviceLink } from '#contract/desk/session-endpoints.ts';
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { type Answer, mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { currentStanding, setStanding } from '../lib/session.ts';
import { SecondFactor } from './SecondFactor.tsx';
import { WaitingForConfirmation } from './WaitingForConfirmation.tsx';

type Waiting = Extract<SessionView, { state: 'waiting-for-confirmation' }>;
type SecondFactorView = Extract<SessionView, { state: 'second-factor' }>;

const { person } = sessionOf('agent');
const tryAgain = page.getByRole('button', { name: 'Try again' });

function inOrder(answers: Answer[]): () => Answer {
  onTestFinished(() => setStanding({ state: 'unknown' }));
  return () => answers.shift() ?? 'cut';
}

test('R97 somebody whose invitation is confirmed while the connection is lost comes to the desk once it is back', async () => {
  const standing: Waiting = {
    state: 'waiting-for-confirmation',
    person,
    inviter: 'Lee Ortega',
    code: '402917',
    confirmed: true,
  };
  const { sent } = mountDesk(<WaitingForConfirmation standing={standing} />, {
    answers: { [`POST ${enter.path}`]: inOrder(['cut', { json: sessionOf('agent') }]) },
  });
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  await expect.poll(() => currentStanding().state, { timeout: 8000 }).toBe('signed-in');
  expect(sent(`POST ${enter.path}`)).toHaveLength(2);
});

test('R97 the link to a device that was opened while the connection was lost is used by the next press', async () => {
  const standing: SecondFactorView = {
    state: 'second-factor',
    methods: ['totp'],
    deviceLink: 'needed',
    canMail: true,
  };
  const { sent } = mountDesk(<SecondFactor standing={standing} deviceToken="token-1" />, {
    answers: {
      [`POST ${openDeviceLink.path}`]: inOrder(['cut', { json: { ...standing, deviceLink: 'not-needed' } }]),
    },
  });
  await tryAgain.click();
  await expect.poll(() => currentStanding()).toMatchObject({ deviceLink: 'not-needed' });
  expect(sent(`POST ${openDeviceLink.path}`)).toEqual([{ token: 'token-1' }, { token: 'token-1' }]);
});
