import '../styles/desk.css';
import './connections.css';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addWebhook, makeToken } from '#contract/desk/connection-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { dropDrafts } from '../lib/drafts.ts';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';
import { ConnectionsScreen } from './ConnectionsScreen.tsx';

const at = '2026-11-21T08:00:00.000Z';
const webhooks = '/api/desk/connections/webhooks';
const tokens = '/api/desk/connections/tokens';
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => dropDrafts());

/** The screen, whose presses are answered in this order. */
function show(path: string, inOrder: readonly Answer[]) {
  let asked = 0;
  const screen = (
    <>
      <ConnectionsScreen />
      <ShownOnceDialog />
    </>
  );
  const { sent } = mountDesk(screen, {
    answers: {
      [`GET ${webhooks}`]: { json: { endpoints: [], serverNow: at } },
      [`GET ${tokens}`]: { json: { tokens: [], serverNow: at } },
      [`POST ${path}`]: () => inOrder[asked++] ?? 'cut',
    },
  });
  return () => sent(`POST ${path}`) as { press?: string; name: string }[];
}

test('R680 an endpoint that is added again after a lost answer is the same one, and another only after the form has said so', async () => {
  const { text, status } = addWebhook.refusals.pressTaken;
  const sent = show(webhooks, ['cut', { status, text }, 'cut']);
  await button('Add').click();
  const name = page.getByLabelText('Name');
  await name.fill('Back office');
  await button('Add it').click();
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  await button('Add it').click();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(name).toHaveValue('Back office');
  await button('Add it').click();
  await expect.poll(() => sent().length).toBe(3);
  const [first, second, third] = sent();
  expect(first?.press).toBeTypeOf('string');
  expect([second?.press === first?.press, third?.press === first?.press]).toEqual([true, false]);
});

test('R680 a token that is made again after a lost answer is the same one, and the next one another', async () => {
  const made = { json: { id: 't1', token: 'bxl_one' } };
  const { text, status } = makeToken.refusals.pressTaken;
  const sent = show(tokens, ['cut', made, { status, text }]);
  await button('Make a token').click();
  await page.getByLabelText('Name').fill('CRM');
  await button('Make the token').click();
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  await button('Make the token').click();
  await expect.element(page.getByText('bxl_one')).toBeVisible();
  await button('I have kept it').click();
  await button('Make a token').click();
  await page.getByLabelText('Name').fill('CRM');
  await button('Make the token').click();
  await expect.element(page.getByText(text)).toBeVisible();
  const [first, second, third] = sent();
  expect(first?.press).toBeTypeOf('string');
  expect([second?.press === first?.press, third?.press === first?.press]).toEqual([true, false]);
});

test('R1061 the form of a token takes the focus and can be left, and the focus goes back to its button', async () => {
  show(tokens, []);
  await button('Make a token').click();
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
  await button('Cancel').click();
  await expect.element(button('Make a token')).toHaveFocus();
});
