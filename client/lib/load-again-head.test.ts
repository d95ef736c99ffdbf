import { expect, onTestFinished, test, vi } from 'vitest';
import { loadAgainWhenCut } from './load-again-head.ts';

interface Setting {
  /** How often this tab has loaded a page again; a text is what the storage throws. */
  tries?: number | string;
  /** Whether the document has its content when the parser ends. */
  whole?: boolean;
}

/** A window in which time passes by `vi`, with what the script in the head uses of it. */
function begin({ tries = 0, whole = true }: Setting = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stored = new Map([['tries', String(tries)]]);
  const storage = () => {
    if (typeof tries === 'string') throw new Error(tries);
    return stored;
  };
  const reload = vi.fn<() => void>();
  const fetched: string[] = [];
  const server = { answers: true };
  const page = { elements: 10 };
  const root = { nextSibling: whole ? {} : null };
  const document = Object.assign(new EventTarget(), {
    querySelectorAll: () => [{ href: '/fields.js' }, { src: '/client.js' }],
    getElementsByTagName: () => ({ length: page.elements }),
    getElementById: () => root,
  });
  const window = Object.assign(new EventTarget(), {
    document,
    location: { href: '/agent', reload },
    SyntaxError,
    sessionStorage: {
      getItem: (key: string) => storage().get(key),
      setItem: (key: string, value: string) => storage().set(key, value),
    },
    fetch: async (address: string, { cache }: RequestInit) => {
      fetched.push(`${cache} ${address}`);
      if (!server.answers) throw new TypeError('fetch failed');
      return new Response('whole');
    },
    setTimeout: (task: () => void, ms: number) => setTimeout(task, ms),
    setInterval: (task: () => void, ms: number) => setInterval(task, ms),
    clearInterval: (timer: ReturnType<typeof setInterval>) => clearInterval(timer),
  });
  loadAgainWhenCut(window as unknown as Window & typeof globalThis, 'tries', 'missing');
  return {
    window,
    reload,
    fetched,
    server,
    page,
    parsed: () => document.dispatchEvent(new Event('readystatechange')),
    scriptFails: () => {
      const event = Object.assign(new Event('error'), { error: undefined });
      Object.defineProperty(event, 'target', { value: { tagName: 'SCRIPT' } });
      window.dispatchEvent(event);
    },
    throws: (error: Error) => window.dispatchEvent(Object.assign(new Event('error'), { error })),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    tries: () => stored.get('tries'),
  };
}

test('R856 a page whose script did not come is loaded again once the server has given every file past the cache', async () => {
  const { parsed, scriptFails, pass, fetched, server, reload, tries } = begin();
  parsed();
  scriptFails();
  server.answers = false;
  await pass(1000);
  expect(fetched).toEqual(['reload /agent', 'reload /fields.js', 'reload /client.js']);
  await pass(3999);
  expect(fetched).toHaveLength(3);
  server.answers = true;
  await pass(1);
  expect(reload).toHaveBeenCalledOnce();
  expect(tries()).toBe('1');
});

test('R856 while the server is away it is asked once a minute, however long', async () => {
  const { parsed, scriptFails, pass, fetched, server } = begin();
  parsed();
  scriptFails();
  server.answers = false;
  await pass(1000 + 4000 + 16_000 + 60_000);
  expect(fetched).toHaveLength(4 * 3);
  await pass(10 * 60_000);
  expect(fetched).toHaveLength(14 * 3);
});

test('R856 a script that breaks off, and a module that is missing, load the page again; another error does not', async () => {
  for (const fail of [
    ({ throws }: ReturnType<typeof begin>) => throws(new SyntaxError('Unexpected end of input')),
    ({ window }: ReturnType<typeof begin>) => window.dispatchEvent(new Event('missing')),
  ]) {
    const begun = begin();
    begun.parsed();
    fail(begun);
    await begun.pass(1000);
    expect(begun.reload).toHaveBeenCalledOnce();
  }
  const other = begin();
  other.parsed();
  other.throws(new TypeError('it is undefined'));
  other.window.dispatchEvent(new Event('load'));
  other.throws(new SyntaxError('of the running page'));
  await other.pass(600_000);
  expect([other.fetched, other.reload.mock.calls]).toEqual([[], []]);
});

test('R856 a page whose script stays blocked is loaded again after longer and longer waits', async () => {
  for (const [tries, waitMs] of [1000, 4000, 16_000, 64_000, 256_000].entries()) {
    const { parsed, scriptFails, pass, reload } = begin({ tries });
    parsed();
    scriptFails();
    await pass(waitMs - 1);
    expect(reload, String(tries)).not.toHaveBeenCalled();
    await pass(1);
    expect(reload, String(tries)).toHaveBeenCalledOnce();
  }
});

test('R856 a page stays as it is when somebody has typed, or when the browser refuses to count the loads', async () => {
  const typed = begin();
  typed.parsed();
  typed.scriptFails();
  typed.window.dispatchEvent(new Event('input'));
  await typed.pass(600_000);
  expect(typed.fetched).toHaveLength(3);
  expect(typed.reload).not.toHaveBeenCalled();
  const refused = begin({ tries: 'refused' });
  refused.parsed();
  refused.scriptFails();
  await refused.pass(600_000);
  expect(refused.reload).not.toHaveBeenCalled();
});

test('R856 a document that stands still, or ends without its content, is loaded again; a slow one is not', async () => {
  const still = begin();
  await still.pass(20_000 + 1000);
  expect(still.reload).toHaveBeenCalledOnce();
  const without = begin({ whole: false });
  without.parsed();
  await without.pass(1000);
  expect(without.reload).toHaveBeenCalledOnce();
  const slow = begin();
  for (let part = 0; part < 10; part += 1) {
    slow.page.elements += 1;
    await slow.pass(9000);
  }
  slow.parsed();
  await slow.pass(600_000);
  expect([slow.fetched, slow.reload.mock.calls]).toEqual([[], []]);
  const stalled = begin();
  await stalled.pass(20_500);
  stalled.parsed();
  await stalled.pass(600_000);
  expect(stalled.reload).not.toHaveBeenCalled();
});
