/** A search that finds nothing says so to a screen reader as well: in a live region that was there before its words. */
import '../styles/desk.css';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { AuditScreen } from '../audit/AuditScreen.tsx';
import { BoardScreen } from '../board/BoardScreen.tsx';
import { rowOf as requestOf } from '../board/testing.ts';
import { DealershipsScreen } from '../dealerships/DealershipsScreen.tsx';
import { rowOf as dealershipOf } from '../dealerships/testing.ts';
import { LeadsScreen } from '../leads/LeadsScreen.tsx';
import { rowOf as leadOf } from '../leads/testing.ts';
import { MessagesScreen } from '../messages/MessagesScreen.tsx';
import { messageOf } from '../messages/testing.ts';

const serverNow = new Date().toISOString();
const unfinished = { failed: 1, unsure: 0, waiting: 0, held: 0 };
const entry = { seq: 1, at: serverNow, by: null, action: 'audit-pruned', about: [], detail: {} };

const search = (): Promise<void> => page.getByRole('searchbox').fill('zebra');
const choose = (): Promise<void> => page.getByLabelText('Action').selectOptions('opened');

interface List {
  readonly name: string;
  readonly screen: ReactElement;
  readonly path: string;
  /** What the list answers when it finds these rows. */
  readonly answer: (find: <Row>(row: Row) => Row[]) => unknown;
  readonly ask: () => Promise<void>;
  readonly says: string;
}

const lists: readonly List[] = [
  {
    name: 'leads',
    screen: <LeadsScreen />,
    path: 'leads',
    answer: (find) => ({ rows: find(leadOf()), cursor: null, serverNow }),
    ask: search,
    says: 'No leads match.',
  },
  {
    name: 'dealerships',
    screen: <DealershipsScreen />,
    path: 'dealerships',
    answer: (find) => ({ rows: find(dealershipOf()), cursor: null, samples: 0, serverNow }),
    ask: search,
    says: 'No dealerships in this list match “zebra”.',
  },
  {
    name: 'messages',
    screen: <MessagesScreen />,
    path: 'messages',
    answer: (find) => ({ messages: find(messageOf()), nextCursor: null, unfinished, serverNow }),
    ask: search,
    says: 'No messages match these filters.',
  },
  {
    name: 'requests of the board',
    screen: <BoardScreen />,
    path: 'board',
    answer: () => ({ waiting: [requestOf()], running: [], finished: [], people: [], serverNow }),
    ask: search,
    says: 'Nothing on the board matches.',
  },
  {
    name: 'entries of the audit log',
    screen: <AuditScreen />,
    path: 'audit',
    answer: (find) => ({ entries: find(entry), nextCursor: null }),
    ask: choose,
    says: 'No entries match these filters.',
  },
];

test.each(lists)('R918 that a search of the $name finds nothing is told by a region that was there', async (list) => {
  const { screen, path, answer, ask, says } = list;
  mountDesk(screen, {
    at: '/',
    answers: {
      'GET /api/desk/requests': { json: { rows: [], cursor: null, tooMany: false, serverNow } },
      [`GET /api/desk/${path}`]: ({ query }) => ({
        json: answer((row) => (query.has('search') || query.has('action') ? [] : [row])),
      }),
    },
  });
  const row = page.elementLocator(document.body).getByRole(path === 'audit' ? 'row' : 'listitem');
  await expect.element(row.first()).toBeVisible();
  const before = [...document.querySelectorAll('[role=status]')];
  await ask();
  const words = page.getByText(says);
  await expect.element(words).toBeVisible();
  expect(before).toContain(words.element().closest('[role=status]'));
});

test.each(lists.filter(({ path }) => path !== 'board'))(
  'R1096 an empty list of the $name says nothing about other filters until they are answered',
  async ({ screen, path, answer, ask, says }) => {
    const { promise: asked, resolve: answerIt } = Promise.withResolvers<void>();
    mountDesk(screen, {
      at: '/',
      answers: {
        [`GET /api/desk/${path}`]: async ({ query }) => {
          const isOther = query.has('search') || query.has('action');
          if (isOther) await asked;
          return { json: answer(() => []) };
        },
      },
    });
    const region = () => [...document.querySelectorAll('.empty')].map(({ textContent }) => textContent).join();
    await expect.poll(region).not.toBe('');
    const before = region();
    const seen = new Set<string>();
    const watcher = new MutationObserver(() => seen.add(region()));
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
    await ask();
    await expect.poll(() => [...seen].some((words) => words !== before)).toBe(true);
    expect([...seen]).not.toContain(says);
    answerIt();
    await expect.poll(region).toBe(says);
    watcher.disconnect();
  },
);

test.each(lists.filter(({ path }) => path !== 'board'))(
  'R1259 an empty list of the $name that is filtered is shown whole again by one press',
  async ({ screen, path, answer, ask }) => {
    mountDesk(screen, {
      at: '/',
      answers: {
        [`GET /api/desk/${path}`]: ({ query }) => ({
          json: answer((row) => (query.has('search') || query.has('action') ? [] : [row])),
        }),
      },
    });
    const row = page.elementLocator(document.body).getByRole(path === 'audit' ? 'row' : 'listitem');
    await expect.element(row.first()).toBeVisible();
    await ask();
    const clear = page.getByRole('button', { name: 'Clear filters' });
    await clear.click();
    await expect.element(row.first()).toBeVisible();
    await expect.element(clear).not.toBeInTheDocument();
  },
);
