import '../styles/desk.css';
import './connections.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { WebhookEndpoint } from '#contract/desk/connection-endpoints.ts';
import { type Answer, type Call, mountDesk } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { readAgain } from '../lib/read.ts';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';
import { storedEndpoint as stored } from './testing.ts';
import { WebhookPane } from './WebhookPane.tsx';

const at = '2026-11-21T08:00:00.000Z';

const view = 'GET /api/desk/connections/webhooks/w1';
const save = 'POST /api/desk/connections/webhooks/w1';
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('R225 R562 whoever edits an endpoint that somebody else changed meanwhile sees both versions, loses nothing and decides, and what they did not change stays', async () => {
  let now = stored;
  const answer = ({ body }: Call): Answer => {
    const { version, ...fields } = body as WebhookEndpoint;
    if (version !== now.version) return { status: 409, json: now };
    now = { ...now, ...fields, version: now.version + 1 };
    return { json: now };
  };
  const screen = (
    <>
      <WebhookPane id="w1" backTo="/connections" />
      <ShownOnceDialog />
    </>
  );
  const { sent } = mountDesk(screen, {
    answers: {
      [view]: () => ({ json: { id: 'w1', endpoint: now, deliveries: [], nextCursor: null, serverNow: at } }),
      [save]: answer,
    },
  });
  await button('Edit').click();
  await page.getByLabelText('Name').fill('Back office, new');
  now = { ...stored, url: 'https://other.example/hooks', version: 2 };
  // The stream tells of the other one's change while the form is open.
  readAgain({ topics: [{ topic: 'connections', id: null }] });
  await expect.element(page.getByLabelText('Name')).toHaveValue('Back office, new');
  await button('Save').click();
  await expect.element(page.getByText('Somebody else saved this endpoint while you were writing')).toBeVisible();
  await expect.element(page.getByText('https://other.example/hooks').first()).toBeVisible();
  await expect.element(page.getByText(/^Back office, new/).first()).toBeVisible();
  await expectFits();
  await button('Save my version').click();
  await expect.element(page.getByText('Saved.')).toBeVisible();
  expect(sent(save)).toMatchObject([
    { version: 1, name: 'Back office, new', url: stored.url },
    { version: 2, name: 'Back office, new', url: 'https://other.example/hooks' },
  ]);
});

test('R225 editing an endpoint can be left', async () => {
  mountDesk(<WebhookPane id="w1" backTo="/connections" />, {
    answers: { [view]: { json: { id: 'w1', endpoint: stored, deliveries: [], nextCursor: null, serverNow: at } } },
  });
  await button('Edit').click();
  await button('Cancel').click();
  await expect.element(button('Edit')).toBeVisible();
});

test('R585 the question about a new secret closes with its answer, and each press names the version that its person saw', async () => {
  let now = stored;
  const rotate = 'POST /api/desk/connections/webhooks/w1/rotate';
  const screen = (
    <>
      <WebhookPane id="w1" backTo="/connections" />
      <ShownOnceDialog />
    </>
  );
  const { sent } = mountDesk(screen, {
    answers: {
      [view]: () => ({ json: { id: 'w1', endpoint: now, deliveries: [], nextCursor: null, serverNow: at } }),
      [rotate]: ({ body }) => {
        if ((body as { version: number }).version !== now.version) return { status: 409, json: now };
        now = { ...now, version: now.version + 1, earlierSecretUntil: '2099-01-01T00:00:00.000Z' };
        return { json: { endpoint: now, secret: 'whsec_two' } };
      },
    },
  });
  await button('Rotate the secret').click();
  await button('Make a new secret').click();
  await expect.element(page.getByText('whsec_two')).toBeVisible();
  await button('I have kept it').click();
  await expect.element(button('Make a new secret')).not.toBeInTheDocument();
  // Somebody else has rotated it, and the page does not know yet.
  await expect.element(page.getByText(/Signs beside the new one until/)).toBeVisible();
  now = { ...now, version: 3 };
  await button('Rotate the secret').click();
  await button('Make a new secret').click();
  await expect.element(page.getByText(/This endpoint was changed meanwhile/)).toBeVisible();
  expect(sent(rotate)).toEqual([{ version: 1 }, { version: 2 }]);
});

test('R587 an endpoint that somebody else changed is not told as disabled, and a delivery that is being sent not as sent again', async () => {
  const delivery = {
    id: 'd1',
    webhookId: 'msg_1',
    type: 'lead.received',
    at,
    state: 'failed',
    attempts: 3,
    sending: false,
    dueAt: null,
    lastError: 'answered 500',
    sentAt: null,
  };
  const one = 'webhooks/w1/deliveries/d1';
  mountDesk(<WebhookPane id="w1" backTo="/connections" />, {
    answers: {
      [view]: {
        json: { id: 'w1', endpoint: { ...stored, failed: 1 }, deliveries: [delivery], nextCursor: null, serverNow: at },
      },
      'POST /api/desk/connections/webhooks/w1/switch': { status: 409, json: { ...stored, version: 2 } },
      'POST /api/desk/connections/webhooks/w1/replay': { json: { count: 0 } },
      [`GET /api/desk/connections/${one}`]: { json: { delivery, tries: [] } },
      [`POST /api/desk/connections/${one}/replay`]: {
        status: 409,
        json: { delivery: { ...delivery, sending: true }, tries: [] },
      },
    },
  });
  await button('Disable').click();
  await expect.element(page.getByText(/This endpoint was changed meanwhile/)).toBeVisible();
  await expect.element(page.getByText('It gets no more events.')).not.toBeInTheDocument();
  await button('Send again what was not delivered').click();
  await expect.element(page.getByText(/Nothing is left to send again/)).toBeVisible();
  await page
    .getByRole('button', { name: /A lead|lead/i })
    .first()
    .click();
  await button('Send it again').click();
  await expect.element(page.getByText(/It is being sent at this moment/)).toBeVisible();
});

test('R1058 what was done to an endpoint is shown, and its next press names the new version, also while the stream is cut', async () => {
  let now = stored;
  const turn = 'POST /api/desk/connections/webhooks/w1/switch';
  const { sent } = mountDesk(<WebhookPane id="w1" backTo="/connections" />, {
    answers: {
      [view]: () => ({ json: { id: 'w1', endpoint: now, deliveries: [], nextCursor: null, serverNow: at } }),
      [turn]: ({ body }) => {
        const { version, on } = body as { version: number; on: boolean };
        if (version !== now.version) return { status: 409, json: now };
        now = { ...now, version: version + 1, state: on ? 'working' : 'disabled', disabledAt: on ? null : at };
        return { json: now };
      },
    },
  });
  await button('Disable').click();
  await expect.element(page.getByText('It gets no more events.')).toBeVisible();
  await button('Switch on').click();
  await expect.element(page.getByText('It gets events again.')).toBeVisible();
  await expect.element(button('Disable')).toBeVisible();
  expect(sent(turn)).toEqual([
    { version: 1, on: false },
    { version: 2, on: true },
  ]);
});
