/** The server does not answer at the moment at which a sign-in goes on. */
import '../styles/desk.css';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { enter, lookAtLink, recoverAccount } from '#contract/desk/link-endpoints.ts';
import { openDeviceLink } from '#contract/desk/session-endpoints.ts';
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { type Answer, mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { leaveLink, useOpenedLink } from '../lib/opened-link.ts';
import { currentSessionState, setSessionState } from '../lib/session.ts';
import { LinkPage } from './LinkPage.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { WaitingForConfirmation } from './WaitingForConfirmation.tsx';

type Waiting = Extract<SessionView, { state: 'waiting-for-confirmation' }>;
type SecondFactorView = Extract<SessionView, { state: 'second-factor' }>;

const OpenedLink = ({ session }: { session: SecondFactorView }) => (
  <SecondFactor session={session} deviceToken={useOpenedLink()?.token} />
);

const { person } = sessionOf('agent');
const tryAgain = page.getByRole('button', { name: 'Try again' });

function inOrder(answers: Answer[]): () => Answer {
  onTestFinished(() => setSessionState({ state: 'unknown' }));
  return () => answers.shift() ?? 'cut';
}

test('R97 somebody whose invitation is confirmed while the connection is lost comes to the desk once it is back', async () => {
  const session: Waiting = {
    state: 'waiting-for-confirmation',
    person,
    inviter: 'Lee Ortega',
    code: '402917',
    confirmed: true,
  };
  const { sent } = mountDesk(<WaitingForConfirmation session={session} />, {
    answers: { [`POST ${enter.path}`]: inOrder(['cut', enter.refusals.tooMany, { json: sessionOf('agent') }]) },
  });
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  await expect.poll(() => currentSessionState().state, { timeout: 10_000 }).toBe('signed-in');
  expect(sent(`POST ${enter.path}`)).toHaveLength(3);
});

test('R97 the link to a device that was opened while the connection was lost is used by the next press', async () => {
  const session: SecondFactorView = {
    state: 'second-factor',
    methods: ['totp'],
    deviceLink: 'needed',
    canMail: true,
  };
  const { sent } = mountDesk(<SecondFactor session={session} deviceToken="token-1" />, {
    answers: {
      [`POST ${openDeviceLink.path}`]: inOrder(['cut', { json: { ...session, deviceLink: 'not-needed' } }]),
    },
  });
  await tryAgain.click();
  await expect.poll(() => currentSessionState()).toMatchObject({ deviceLink: 'not-needed' });
  expect(sent(`POST ${openDeviceLink.path}`)).toEqual([{ token: 'token-1' }, { token: 'token-1' }]);
});

const recovery = {
  json: {
    kind: 'recovery',
    name: 'Maya',
    email: 'maya@boxline.example',
    expiresAt: '2099-01-01T00:00:00.000Z',
    began: null,
  },
};
const { deadLink, storeBusy, tooMany } = lookAtLink.refusals;

for (const failure of [storeBusy, tooMany]) {
  test(`R785 a link that is opened while the server fails for a moment (${failure.status}) can be tried again`, async () => {
    const { sent } = mountDesk(<LinkPage link={{ kind: 'recovery', token: 'token-1' }} />, {
      answers: { [`POST ${lookAtLink.path}`]: inOrder([failure, recovery]) },
    });
    await expect.element(page.getByText(failure.text)).toBeVisible();
    expect(page.getByText('This link does not work').query()).toBeNull();
    await tryAgain.click();
    await expect.element(page.getByLabelText('New password')).toBeVisible();
    expect(sent(`POST ${lookAtLink.path}`)).toHaveLength(2);
  });

  test(`R785 the link to a device that is opened while the server fails for a moment (${failure.status}) is used by the next press`, async () => {
    const session: SecondFactorView = {
      state: 'second-factor',
      methods: ['totp'],
      deviceLink: 'needed',
      canMail: true,
    };
    const { sent } = mountDesk(<OpenedLink session={session} />, {
      at: '/sign-in#token-1',
      answers: {
        [`POST ${openDeviceLink.path}`]: inOrder([failure, { json: { ...session, deviceLink: 'not-needed' } }]),
      },
    });
    dispatchEvent(new HashChangeEvent('hashchange'));
    onTestFinished(leaveLink);
    await tryAgain.click();
    await expect.poll(() => currentSessionState()).toMatchObject({ deviceLink: 'not-needed' });
    expect(sent(`POST ${openDeviceLink.path}`)).toHaveLength(2);
  });
}

test('R785 a link that the server calls dead is not tried again', async () => {
  mountDesk(<LinkPage link={{ kind: 'recovery', token: 'token-1' }} />, {
    answers: { [`POST ${lookAtLink.path}`]: deadLink },
  });
  await expect.element(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  expect(tryAgain.query()).toBeNull();
});

test('R780 a link whose answer is lost goes on with the next press, and says when another password was typed', async () => {
  const { otherPassword } = recoverAccount.refusals;
  // What the page reads as it opens, and before each press.
  const began = [null, null, 'session-1', 'session-1'];
  const { sent } = mountDesk(<LinkPage link={{ kind: 'recovery', token: 'token-1' }} />, {
    answers: {
      [`POST ${lookAtLink.path}`]: () => ({ json: { ...recovery.json, began: began.shift() } }),
      [`POST ${recoverAccount.path}`]: inOrder(['cut', otherPassword, { json: { state: 'enrol', person } }]),
    },
  });
  const goOn = page.getByRole('button', { name: 'Go on' });
  const password = page.getByLabelText('New password');
  await password.fill('violet tractor hums at dawn');
  await goOn.click();
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  await password.fill('another sentence than before');
  await goOn.click();
  await expect.element(page.getByText(otherPassword.text)).toBeVisible();
  await expect.element(password).toHaveFocus();
  await password.fill('violet tractor hums at dawn');
  await goOn.click();
  await expect.poll(() => currentSessionState().state).toBe('enrol');
  const pressed = sent(`POST ${recoverAccount.path}`);
  expect(pressed.map((body) => (body as { seen: unknown }).seen)).toEqual([null, 'session-1', 'session-1']);
});
