import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { MessagePage, MessageRecord, MessageRow } from '#contract/desk/message-endpoints.ts';
import type { MessageEventName } from '#contract/desk/messages.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { readAgain } from '../lib/read.ts';
import { MessagesScreen } from './MessagesScreen.tsx';
import { messageOf } from './testing.ts';

const list = 'GET /api/desk/messages';
const one = 'GET /api/desk/messages/m-1';
const retry = 'POST /api/desk/messages/m-1/retry';
const at = '2026-11-21T21:06:00.000Z';

const recordOf = (parts: Partial<MessageRecord> = {}): MessageRecord => ({
  ...messageOf(),
  events: [{ at, kind: 'failed', attempt: 3, step: null, said: '550 no such mailbox', by: null }],
  preview: { subject: 'A new lead', text: 'Harbor Point Motors', html: false },
  previewFault: null,
  over: null,
  serverNow: at,
  ...parts,
});

const pageOf = (messages: readonly MessageRow[], nextCursor: string | null = null): Answer => ({
  json: {
    messages: [...messages],
    nextCursor,
    unfinished: { failed: messages.length, unsure: 0, waiting: 0, held: 0 },
    serverNow: at,
  } satisfies MessagePage,
});

const button = (name: string | RegExp) => page.getByRole('button', { name });

const states: readonly (readonly [string, string, Answer, string | RegExp])[] = [
  ['load', '/messages', 'never', 'Loading the messages…'],
  ['failed', '/messages', { status: 500, text: 'Something went wrong.' }, 'Could not load the messages'],
  [
    'are not for this role',
    '/messages',
    { status: 403, text: 'No.' },
    /Your role does not allow you to see the messages/,
  ],
  ['are none', '/messages', pageOf([]), 'Nothing has been sent yet.'],
  ['need nobody', '/messages?filter=needsPerson', pageOf([]), 'No message needs attention.'],
  ['fit nothing', '/messages?search=dana', pageOf([]), 'No messages match these filters.'],
];

test.each(states)('R204 messages that %s say so, and fit a phone and a screen', async (_, path, answer, words) => {
  mountDesk(<MessagesScreen />, { at: path, answers: { [list]: answer } });
  await expect.element(page.getByText(words)).toBeVisible();
  await expectFits();
});

test('R204 messages that could not be read are there once they can, by one press', async () => {
  let fails = true;
  mountDesk(<MessagesScreen />, {
    at: '/messages',
    answers: { [list]: () => (fails ? { status: 500, text: 'Something went wrong.' } : pageOf([messageOf()])) },
  });
  await expect.element(page.getByText('Could not load the messages')).toBeVisible();
  fails = false;
  await button('Try again').click();
  await expect.element(page.getByText('owner@boxline.example')).toBeVisible();
});

test('R204 too many messages are read a page at a time', async () => {
  const { calls } = mountDesk(<MessagesScreen />, {
    at: '/messages',
    answers: {
      [list]: ({ query }) =>
        query.get('cursor') === 'next'
          ? pageOf([messageOf({ id: 'm-2', to: 'earlier@boxline.example' })])
          : pageOf([messageOf()], 'next'),
    },
  });
  await expect.element(page.getByText('earlier@boxline.example')).toBeVisible();
  await expect.element(page.getByText('owner@boxline.example')).toBeVisible();
  expect(calls.filter(({ name }) => name === list).map(({ query }) => query.get('cursor'))).toEqual([null, 'next']);
});

test('R204 a text names its number as every other screen writes it', async () => {
  const text = { channel: 'sms', to: '+12075550122' } as const;
  mountDesk(<MessagesScreen />, {
    at: '/messages/m-1',
    answers: { [list]: pageOf([messageOf(text)]), [one]: { json: recordOf(text) } },
  });
  await expect.element(page.getByText('(207) 555-0122')).toHaveLength(2);
});

const lost: readonly (readonly [string, number, readonly (readonly [MessageEventName, number])[], number])[] = [
  ['whose report came before its result', 1, [['delivered', 1]], 0],
  [
    'that its server lost, before one that was sent and reported as undelivered',
    2,
    [
      ['sent', 2],
      ['undelivered', 2],
    ],
    1,
  ],
  [
    'that its server lost, before a retry by hand',
    1,
    [
      ['retried', 0],
      ['sent', 1],
    ],
    0,
  ],
];

test.each(lost)(
  'R1131 a try %s is told as one without a result only if it has none',
  async (_, attempts, tries, count) => {
    const events = tries.map(([kind, attempt]) => ({ at, kind, attempt, step: null, said: null, by: null }));
    mountDesk(<MessagesScreen />, {
      at: '/messages/m-1',
      answers: { [list]: pageOf([messageOf({ attempts })]), [one]: { json: recordOf({ attempts, events }) } },
    });
    await expect.element(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
    await expect.element(page.getByText(/One try has no result/)).toHaveLength(count);
  },
);

test('R1217 the tries after “Try again” are told from those before it', async () => {
  const events = (
    [
      ['failed', 1],
      ['retried', 0],
      ['failed', 1],
    ] as const
  ).map(([kind, attempt], second) => ({
    at: `2026-11-21T21:06:0${second}.000Z`,
    kind,
    attempt,
    step: null,
    said: null,
    by: null,
  }));
  const parts = { attempts: 1, retriedAt: at };
  mountDesk(<MessagesScreen />, {
    at: '/messages/m-1',
    answers: { [list]: pageOf([messageOf(parts)]), [one]: { json: recordOf({ ...parts, events }) } },
  });
  await expect.element(page.getByText('Needs attention, 1 new try')).toHaveLength(2);
  await expect.element(page.getByText('· try 1', { exact: true })).toHaveLength(1);
  await expect.element(page.getByText('· new try 1', { exact: true })).toHaveLength(1);
});

test('R204 a message that is gone says so beside the list', async () => {
  mountDesk(<MessagesScreen />, { at: '/messages/m-1', answers: { [list]: pageOf([messageOf()]) } });
  await expect.element(page.getByText('There is no such message any more.')).toBeVisible();
  await expectFits();
});

test('R204 a message that somebody else had tried again meanwhile shows how it stands now', async () => {
  const theirs = recordOf({ state: 'waiting', retriedAt: at, attempts: 0, can: { retry: true, giveUp: false } });
  const { sent } = mountDesk(<MessagesScreen />, {
    at: '/messages/m-1',
    answers: {
      [list]: pageOf([messageOf()]),
      [one]: { json: recordOf() },
      [retry]: { status: 409, json: theirs },
    },
  });
  await expect.element(page.getByText('550 no such mailbox').first()).toBeVisible();
  await expectFits();
  await button('Try again').last().click();
  await expect.element(page.getByText(/Somebody else was first/)).toBeVisible();
  await expect.element(button('Try now')).toBeVisible();
  expect(sent(retry)).toEqual([{ retriedAt: null }]);
});

test('R202 what is exported is what the list shows, also while a search is too short to count', async () => {
  const { sent } = mountDesk(<MessagesScreen />, {
    at: '/messages?search=d&channel=mail',
    answers: {
      [list]: pageOf([messageOf()]),
      'POST /api/desk/exports': { status: 429, text: 'Two exports of yours are running.' },
    },
  });
  await button('Export CSV').click();
  await expect.element(page.getByText('Two exports of yours are running.')).toBeVisible();
  expect(sent('POST /api/desk/exports')).toEqual([{ kind: 'messages', filter: { channel: 'mail' } }]);
});

test('R482 a message whose link is dead says why, and cannot be tried again', async () => {
  const over = 'Its link was used.';
  mountDesk(<MessagesScreen />, {
    at: '/messages/m-1',
    answers: {
      [list]: pageOf([messageOf()]),
      [one]: { json: recordOf({ over, can: { retry: false, giveUp: true } }) },
    },
  });
  await expect.element(page.getByText(`It does not go out any more. ${over}`)).toBeVisible();
  await expect.element(button('Stop sending')).toBeVisible();
  await expect.element(button('Try again')).not.toBeInTheDocument();
});

test('R204 a search of one emoji is too short, as one letter is', async () => {
  const { calls } = mountDesk(<MessagesScreen />, {
    at: '/messages?search=%F0%9F%9A%97',
    answers: {
      [list]: ({ query }) => (query.has('search') ? { status: 400, text: 'Malformed' } : pageOf([messageOf()])),
    },
  });
  await expect.element(page.getByText('owner@boxline.example')).toBeVisible();
  expect(calls.filter(({ name }) => name === list)).toHaveLength(1);
});

test('R1243 that a message is due is not said once it is not', async () => {
  let record = recordOf();
  mountDesk(<MessagesScreen />, {
    at: '/messages/m-1',
    answers: {
      [list]: () => pageOf([record]),
      [one]: () => ({ json: record }),
      [retry]: () => {
        record = recordOf({ state: 'waiting', retriedAt: at });
        return { json: record };
      },
    },
  });
  await button('Try again').last().click();
  const said = page.getByText('It is due now; the server sends it.');
  await expect.element(said).toBeVisible();
  record = { ...record, state: 'sent' };
  readAgain({ topics: [{ topic: 'messages', id: null }] });
  await expect.element(said).not.toBeInTheDocument();
});
