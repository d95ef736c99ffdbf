/**
 * A session that ends while its person is at work: because it runs out, is ended from another browser, or its person's role
 * changes.
 */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { dropDrafts, giveDraftsTo, keepDraftValue } from '../lib/drafts.ts';
import { SignIn } from './SignIn.tsx';

const mountSignIn = () => mountDesk(<SignIn deviceLink={false} />, { answers: {} });
const ended = page.getByText('Your session has ended.', { exact: false });
const kept = page.getByText('What you typed in this tab comes back once you have.', { exact: false });

test('R196 whose session ended by itself reads so at the sign-in, and that what they typed is kept', async () => {
  giveDraftsTo('dana');
  const screen = mountSignIn();
  await expect.element(ended).toBeVisible();
  expect(kept.query()).toBeNull();
  screen.leave();
  keepDraftValue('note lead-1', 'Priya calls back at four');
  mountSignIn();
  await expect.element(kept).toBeVisible();
  await expectFits();
});

test('R196 whoever comes to the sign-in for the first time, or signed out, reads nothing of a session', async () => {
  const screen = mountSignIn();
  await expect.element(page.getByRole('button', { name: 'Go on' })).toBeVisible();
  expect(ended.query()).toBeNull();
  screen.leave();
  giveDraftsTo('dana');
  dropDrafts();
  mountSignIn();
  await expect.element(page.getByRole('button', { name: 'Go on' })).toBeVisible();
  expect(ended.query()).toBeNull();
});
