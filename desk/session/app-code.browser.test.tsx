/** Codes of an authenticator app on a telephone whose clock is wrong: each one is refused, and the person cannot see why. */
import '../styles/desk.css';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addTotp, beginTotp } from '#contract/desk/account-endpoints.ts';
import { signInRefusals } from '#contract/desk/session.ts';
import { giveSecondFactor, proveAgain } from '#contract/desk/session-endpoints.ts';
import { mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { AddApp } from './AddFactor.tsx';
import { ProofForm } from './ProofForm.tsx';
import { SecondFactor } from './SecondFactor.tsx';

const nothing = () => undefined;

const asked: Readonly<Record<string, { screen: ReactNode; endpoint: { method: string; path: string } }>> = {
  'at the sign-in': {
    screen: (
      <SecondFactor
        session={{ state: 'second-factor', methods: ['totp'], deviceLink: 'not-needed', canMail: true }}
        deviceToken={undefined}
      />
    ),
    endpoint: giveSecondFactor,
  },
  'as a new proof': {
    screen: (
      <ProofForm
        to={proveAgain}
        ways={['totp']}
        email={sessionOf('admin').person.email}
        submit="Go on"
        onProved={nothing}
      />
    ),
    endpoint: proveAgain,
  },
  'when the app is added': { screen: <AddApp onAdded={nothing} />, endpoint: addTotp },
};

for (const [when, { screen, endpoint }] of Object.entries(asked)) {
  test(`R937 whoever gives a code that is refused reads that it goes by the clock of their device: ${when}`, async () => {
    mountDesk(screen, {
      answers: {
        [`POST ${beginTotp.path}`]: { json: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } },
        [`${endpoint.method} ${endpoint.path}`]: signInRefusals.wrongFactor,
      },
    });
    const code = page.getByRole('textbox', { name: /code/i });
    await code.fill('123456');
    expect(code.element()).not.toHaveAccessibleDescription(/clock/);
    await page.getByRole('button', { name: /^(Sign in|Go on|Add the app)$/ }).click();
    await expect.element(code).toHaveAccessibleDescription(/clock/);
    await expect.element(code).toHaveFocus();
  });
}
