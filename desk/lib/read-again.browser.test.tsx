/** A change during a read reaches the screen in the end, and a screen is shown even when changes never stop. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { type Call, mountDesk } from '../../tests/components/desk.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { keepRead, queryClient, readAgain, useRead } from './read.ts';
import { useReadPages, useRows } from './read-pages.ts';

const row = z.object({ id: z.string() });
const rowsPage = z.object({ rows: z.array(row), nextCursor: z.nullable(z.string()) });
const auth = { staff: 'signed-in' } as const;
const query = z.object({ cursor: z.optional(z.string()) });
const listRows = endpoint('GET', '/api/desk/rows', {
  summary: 'Rows',
  auth,
  query,
  responses: { 200: rowsPage },
});
const viewRow = endpoint('GET', '/api/desk/row', {
  summary: 'A row',
  auth,
  responses: { 200: row },
});

function List() {
  const read = useReadPages(
    listRows,
    { query: {} },
    {
      topics: ['messages'],
    },
  );
  const { rows, areAll } = useRows(read, 'rows', 'id');
  return (
    <>
      <p>{rows.map(({ id }) => id).join(' ')}</p>
      <div style={{ height: '3000px' }} />
      <ShowMore pages={read} areAllDrawn={areAll} />
    </>
  );
}

function Record() {
  return <p>{useRead(viewRow, {}, { topics: ['messages'] }).data?.id}</p>;
}

const change = () => readAgain({ topics: [{ topic: 'messages', id: null }] });
const shown = () => document.querySelector('p')?.textContent;

/** A server that answers each call when the test says so, with the JSON that the test gives. */
function atWill() {
  const open: { readonly call: Call; readonly answer: (json: unknown) => void }[] = [];
  return {
    open,
    hear: (call: Call) =>
      new Promise<{ json: unknown }>((resolve, reject) => {
        open.push({ call, answer: (json) => resolve({ json }) });
        call.signal?.addEventListener('abort', () => reject(call.signal?.reason as Error));
      }),
  };
}

const page1 = (id: string, nextCursor: string | null = null) => ({ rows: [{ id }], nextCursor });

test('R385 a change that is told while a record is read for the first time is shown', async () => {
  const server = atWill();
  mountDesk(<Record />, { answers: { [`GET ${viewRow.path}`]: server.hear } });
  await expect.poll(() => server.open.length).toBe(1);
  change();
  server.open[0]?.answer({ id: 'before' });
  await expect.poll(() => server.open.length).toBe(2);
  server.open[1]?.answer({ id: 'after' });
  await expect.poll(shown).toBe('after');
});

test('R385 a change that is told while a list is read for the first time is shown, also when the stream has begun anew', async () => {
  const server = atWill();
  mountDesk(<List />, { answers: { [`GET ${listRows.path}`]: server.hear } });
  await expect.poll(() => server.open.length).toBe(1);
  readAgain({ topics: [], everything: true });
  server.open[0]?.answer(page1('before'));
  await expect.poll(() => server.open.length).toBe(2);
  server.open[1]?.answer(page1('after'));
  await expect.poll(shown).toBe('after');
});

test('R385 a list is shown as it becomes while something of it changes faster than it can be read', async () => {
  const server = atWill();
  mountDesk(<List />, { answers: { [`GET ${listRows.path}`]: server.hear } });
  await expect.poll(() => server.open.length).toBe(1);
  server.open[0]?.answer(page1('0'));
  await expect.poll(shown).toBe('0');
  for (let round = 1; round <= 5; round += 1) {
    // Something changes again before the answer to each read arrives.
    change();
    await expect.poll(() => server.open.length).toBe(round + 1);
    change();
    change();
    server.open[round]?.answer(page1(String(round)));
    await expect.poll(shown).toBe(String(round));
  }
  // The last change is read too.
  await expect.poll(() => server.open.length).toBe(7);
  server.open[6]?.answer(page1('last'));
  await expect.poll(shown).toBe('last');
});

test('R385 whoever asks for more of a list that changes all the time gets it, and the change too', async () => {
  const server = atWill();
  mountDesk(<List />, { answers: { [`GET ${listRows.path}`]: server.hear } });
  await expect.poll(() => server.open.length).toBe(1);
  let answered = 0;
  /** During each read, something changes. */
  const answerAll = () => {
    for (; answered < server.open.length; answered += 1) {
      const one = server.open[answered];
      change();
      one?.answer(one.call.query.get('cursor') === null ? page1('a', 'a') : page1('b'));
    }
  };
  answerAll();
  await expect.poll(() => server.open.length).toBe(2);
  (page.getByRole('button', { name: 'Show more' }).element() as HTMLElement).click();
  await expect
    .poll(() => {
      answerAll();
      return shown();
    })
    .toBe('a b');
});

test('R385 a reading that began before a press does not take back what the press was answered with', async () => {
  const server = atWill();
  mountDesk(<Record />, { answers: { [`GET ${viewRow.path}`]: server.hear } });
  await expect.poll(() => server.open.length).toBe(1);
  server.open[0]?.answer({ id: 'waiting' });
  await expect.poll(shown).toBe('waiting');
  change();
  await expect.poll(() => server.open.length).toBe(2);
  const said: unknown[] = [];
  const stop = queryClient.getQueryCache().subscribe(({ query: { state } }) => said.push(state.data));
  onTestFinished(stop);
  keepRead(viewRow, {}, { id: 'accepted' });
  await expect.poll(shown).toBe('accepted');
  said.length = 0;
  server.open[1]?.answer({ id: 'waiting' });
  await expect.poll(() => server.open.length).toBe(3);
  server.open[2]?.answer({ id: 'accepted, and seen' });
  await expect.poll(shown).toBe('accepted, and seen');
  expect(said).not.toContainEqual({ id: 'waiting' });
});

/** From now on, time passes only when the test says so. */
function holdTime(): (ms: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return async (ms) => {
    await vi.advanceTimersByTimeAsync(ms);
    // Drawing and further requests run in tasks that the fake timers do not hold.
    await new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(null);
    });
    await vi.advanceTimersByTimeAsync(0);
  };
}

for (const what of ['first', 'second'] as const) {
  test(`R491 when the ${what} reading hangs while the stream lives, a later change is on the screen within seconds`, async () => {
    const server = atWill();
    mountDesk(<Record />, { answers: { [`GET ${viewRow.path}`]: server.hear } });
    await expect.poll(() => server.open.length).toBe(1);
    if (what === 'second') {
      server.open[0]?.answer({ id: 'before' });
      await expect.poll(shown).toBe('before');
      change();
      await expect.poll(() => server.open.length).toBe(2);
    }
    const hanging = server.open.at(-1);
    const pass = holdTime();
    await pass(2000);
    change();
    for (let second = 0; second < 4; second += 1) await pass(1000);
    expect(hanging?.call.signal?.aborted).toBe(true);
    expect(server.open.at(-1)).not.toBe(hanging);
    server.open.at(-1)?.answer({ id: 'after' });
    await pass(0);
    await expect.poll(shown).toBe('after');
  });
}

test('R924 a reading that hangs is given up within seconds, also after the device’s clock was put ahead during an earlier one', async () => {
  const server = atWill();
  mountDesk(<Record />, { answers: { [`GET ${viewRow.path}`]: server.hear } });
  await expect.poll(() => server.open.length).toBe(1);
  const pass = holdTime();
  change();
  await pass(500);
  vi.setSystemTime(Date.now() + 5 * 3_600_000);
  server.open[0]?.answer({ id: 'before' });
  for (let second = 0; second < 2; second += 1) await pass(1000);
  await expect.poll(() => server.open.length).toBe(2);
  change();
  for (let second = 0; second < 8; second += 1) await pass(1000);
  expect(server.open[1]?.call.signal?.aborted).toBe(true);
});

test('R491 a server that takes ten seconds for each answer is asked hardly more often while something changes all the time', async () => {
  const takesMs = 10_000;
  const pass = holdTime();
  let [asked, answered] = [0, 0];
  mountDesk(<Record />, {
    answers: {
      [`GET ${viewRow.path}`]: ({ signal }) => {
        asked += 1;
        return new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
          setTimeout(() => {
            if (!signal?.aborted) answered += 1;
            resolve({ json: { id: String(answered) } });
          }, takesMs);
        });
      },
    },
  });
  const seconds = 120;
  for (let second = 0; second < seconds; second += 1) {
    await pass(1000);
    change();
  }
  const possible = (seconds * 1000) / takesMs;
  expect(asked).toBeLessThanOrEqual(possible + 2);
  expect(answered).toBeGreaterThanOrEqual(possible - 4);
  expect(shown()).toBe(String(answered));
});

const viewFigure = { ...viewRow, path: '/api/desk/figure' } as const;

function SeldomRead() {
  return <p>{useRead(viewFigure, {}, { topics: ['messages'], atMostEveryMs: 500 }).data?.id}</p>;
}

test('R708 a screen that is seldom read again is read again soon although the clock of the device was put back an hour', async () => {
  const hourMs = 3_600_000;
  const nowMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs + hourMs });
  onTestFinished(() => void vi.useRealTimers());
  let id = 'before';
  mountDesk(<SeldomRead />, { answers: { 'GET /api/desk/figure': () => ({ json: { id } }) } });
  await expect.poll(shown).toBe('before');
  vi.setSystemTime(nowMs);
  id = 'after';
  change();
  await expect.poll(shown).toBe('after');
});

function ShowsAnother() {
  const topics = (row: { readonly id: string } | undefined) => (row ? [{ topic: 'board', id: row.id } as const] : []);
  return <p>{useRead(viewRow, {}, { topics }).data?.id}</p>;
}

test('R860 a read that shows another thing is read again when that thing changes', async () => {
  let id = 'one';
  mountDesk(<ShowsAnother />, { answers: { [`GET ${viewRow.path}`]: () => ({ json: { id } }) } });
  await expect.poll(shown).toBe('one');
  id = 'two';
  readAgain({ topics: [{ topic: 'board', id: 'one' }] });
  await expect.poll(shown).toBe('two');
  id = 'three';
  readAgain({ topics: [{ topic: 'board', id: 'two' }] });
  await expect.poll(shown).toBe('three');
});
