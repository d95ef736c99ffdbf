import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { askProof } from '../lib/proof.ts';
import { SessionContext, type SignedIn } from '../lib/session.ts';
import { ProofDialog } from './ProofDialog.tsx';

const way = (name: string) => page.getByRole('radio', { name });

async function askedOf(methods: NonNullable<SignedIn['methods']>) {
  const session = { ...sessionOf('admin'), methods };
  const screen = mountDesk(
    <SessionContext value={session}>
      <ProofDialog />
    </SessionContext>,
    { answers: {} },
  );
  void askProof();
  await expect.element(page.getByRole('heading', { name: 'Prove that it is you' })).toBeVisible();
  return screen;
}

test('R788 who has only a passkey is not asked for a code of an app', async () => {
  const screen = await askedOf(['password', 'passkey']);
  await expect.element(way('Passkey')).toBeChecked();
  await expect.element(way('Password')).toBeVisible();
  expect(way('App code').query()).toBeNull();
  screen.leave();
});

test('R788 who has only an app is not asked for a passkey', async () => {
  const screen = await askedOf(['password', 'totp']);
  await expect.element(way('App code')).toBeChecked();
  await expect.element(way('Password')).toBeVisible();
  expect(way('Passkey').query()).toBeNull();
  screen.leave();
});

test('R923 a password manager is told whose password proves that it is them', async () => {
  const screen = await askedOf(['password']);
  const usernames = [...document.querySelectorAll<HTMLInputElement>('form [autocomplete="username"]')];
  expect(usernames.map(({ value, name, hidden }) => ({ value, name, hidden }))).toEqual([
    { value: sessionOf('admin').person.email, name: '', hidden: true },
  ]);
  screen.leave();
});
