/** The state of the session is what the server said after the last sign of a change. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { currentSessionState, onSessionState, refreshSessionState, setSessionState } from './session.ts';

const nobody = { state: 'none', httpsNeeded: false, setUpNeeded: false };
const enrolling = { state: 'enrol', person: { id: 'dana', name: 'Dana', email: 'dana@boxline.example' } } as const;

/** A server whose answers come when the test says so. */
function atWill() {
  const asked: { readonly signal: AbortSignal | undefined; answer(view: object): void }[] = [];
  vi.stubGlobal(
    'fetch',
    (_: unknown, { signal }: RequestInit = {}) =>
      new Promise((resolve, reject) => {
        asked.push({ signal: signal ?? undefined, answer: (view) => resolve(Response.json(view)) });
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    setSessionState({ state: 'unknown' });
  });
  return asked;
}

test('R496 a sign that the session changed is followed by a question of its own, whatever is being asked already', async () => {
  const asked = atWill();
  const first = refreshSessionState();
  await expect.poll(() => asked.length).toBe(1);
  // The stream says that the session is over; the server has answered the first question before that.
  const later = [refreshSessionState(), refreshSessionState()];
  asked[0]?.answer(enrolling);
  await first;
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer(nobody);
  await Promise.all(later);
  expect([currentSessionState().state, asked.length]).toEqual(['none', 2]);
});

test('R496 a question that hangs holds a later sign back for some seconds at most', async () => {
  const asked = atWill();
  void refreshSessionState();
  await expect.poll(() => asked.length).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const later = refreshSessionState();
  await vi.advanceTimersByTimeAsync(4000);
  vi.useRealTimers();
  expect(asked[0]?.signal?.aborted).toBe(true);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer(nobody);
  await later;
  expect(currentSessionState().state).toBe('none');
});

test('R496 an answer from before a step that was taken meanwhile is not shown', async () => {
  const asked = atWill();
  const looked = refreshSessionState();
  await expect.poll(() => asked.length).toBe(1);
  setSessionState(enrolling);
  const seen: string[] = [];
  onTestFinished(onSessionState(() => seen.push(currentSessionState().state)));
  asked[0]?.answer(nobody);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer(enrolling);
  await looked;
  expect(seen).not.toContain('none');
});
