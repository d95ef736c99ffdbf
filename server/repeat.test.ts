import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRepeater } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Makes work that ends when the test says so. */
function slowWork() {
  const ends: PromiseWithResolvers<void>[] = [];
  const work = () => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  };
  return { work, ends };
}

it('does the work once in each interval, and never twice at the same moment', async () => {
  const { work, ends } = slowWork();
  const repeater = createRepeater({ everyMs: 1000, work, onError: () => {} });
  repeater.start();
  repeater.start();
  await vi.advanceTimersByTimeAsync(999);
  expect(ends).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2001);
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ends).toHaveLength(2);
});

it('does the work at the start when it is told to', async () => {
  const work = vi.fn<() => Promise<void>>(async () => {});
  createRepeater({ everyMs: 1000, atOnce: true, work, onError: () => {} }).start();
  expect(work).toHaveBeenCalledTimes(1);
});

it('says what failed, and goes on after the next pause', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const work = vi.fn<() => Promise<void>>(async () => {}).mockRejectedValueOnce(new Error('the database is away'));
  createRepeater({ everyMs: 1000, work, onError }).start();
  await vi.advanceTimersByTimeAsync(1000);
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('the database is away'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(2);
  expect(onError).toHaveBeenCalledTimes(1);
});

it('waits for the work in progress when it is stopped, and begins none after that', async () => {
  const { work, ends } = slowWork();
  const repeater = createRepeater({ everyMs: 1000, work, onError: () => {} });
  repeater.start();
  await vi.advanceTimersByTimeAsync(1000);
  const stopped = vi.fn<() => void>();
  const stopping = repeater.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(5000);
  expect(stopped).not.toHaveBeenCalled();
  ends[0]?.resolve();
  await stopping;
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends).toHaveLength(1);
});

it('does the work once more when it is woken during it, and nothing when it is woken before the start or after the stop', async () => {
  const { work, ends } = slowWork();
  const repeater = createRepeater({ everyMs: 1000, work, onError: () => {} });
  repeater.wake();
  expect(ends).toHaveLength(0);
  repeater.start();
  repeater.wake();
  expect(ends).toHaveLength(1);
  for (let time = 0; time < 3; time++) repeater.wake();
  ends[0]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
  ends[1]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
  await repeater.stop();
  repeater.wake();
  expect(ends).toHaveLength(2);
});
