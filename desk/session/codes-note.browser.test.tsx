/** Recovery codes whose answer was lost, or whose page was closed before they were kept. */
import '../styles/desk.css';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { keepRecoveryCodes, renewRecoveryCodes } from '#contract/desk/account-endpoints.ts';
import { listDealerships } from '#contract/desk/dealership-endpoints.ts';
import { viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import { type Answer, mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { App } from '../app/App.tsx';
import { setSessionState } from '../lib/session.ts';

test('R782 the desk asks to make and keep ten new codes until its person has said that they kept them', async () => {
  const recoveryCodesMadeAt = '2026-11-21T21:06:00.000Z';
  const codes = ['7K3M-Q9XT', 'B8RD-5JNE'];
  const view = (recoveryCodesUnkept: boolean) => ({
    ...sessionOf('admin'),
    recoveryCodesUnkept,
    recoveryCodesMadeAt,
  });
  let session = view(true);
  const kept: Answer[] = ['cut'];
  onTestFinished(() => setSessionState({ state: 'unknown' }));
  const { sent, leave } = mountDesk(<App />, {
    at: '/desk/dealerships',
    answers: {
      [`GET ${viewDeskSession.path}`]: () => ({ json: session }),
      [`GET ${listDealerships.path}`]: { json: { rows: [], cursor: null, samples: 0 } },
      [`POST ${renewRecoveryCodes.path}`]: { json: { recoveryCodes: codes } },
      [`POST ${keepRecoveryCodes.path}`]: () => {
        const answer = kept.shift();
        if (answer) return answer;
        session = view(false);
        return { json: session };
      },
    },
  });
  const note = page.getByText(/You have not said that you kept them/);
  await expect.element(note).toBeVisible();
  await expectFits();
  await page.getByRole('button', { name: 'Make ten new codes' }).click();
  const code = page.getByText('B8RD-5JNE');
  await expect.element(code).toBeVisible();
  await page.getByLabelText('I have kept these codes').click();
  const goOn = page.getByRole('button', { name: 'Go on' });
  await goOn.click();
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  await expect.element(code).toBeVisible();
  await goOn.click();
  await expect.element(code).not.toBeInTheDocument();
  await expect.element(note).not.toBeInTheDocument();
  expect(sent(`POST ${keepRecoveryCodes.path}`)).toEqual([{ code: codes[0] }, { code: codes[0] }]);
  expect(sent(`POST ${renewRecoveryCodes.path}`)).toEqual([{ seen: recoveryCodesMadeAt }]);
  leave();
});
