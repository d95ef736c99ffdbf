import { expect, test, vi } from 'vitest';
import { createBell } from './bell.ts';

function fakeAudio(state: AudioContextState) {
  const started: number[] = [];
  const context = {
    state,
    currentTime: 5,
    destination: {},
    onstatechange: undefined as (() => void) | undefined,
    resume: vi.fn<() => Promise<void>>(async () => become('running')),
    createGain: () => ({
      gain: { setValueAtTime: vi.fn<() => void>(), linearRampToValueAtTime: vi.fn<() => void>() },
      connect: (next: unknown) => next,
    }),
    createOscillator: () => ({
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start(at: number) {
        started.push(at);
      },
      stop: vi.fn<() => void>(),
    }),
  };
  /** Changes the state as the browser does. */
  function become(next: AudioContextState): void {
    context.state = next;
    context.onstatechange?.();
  }
  return { context, started, become };
}

test('A bell is silent until a press arms it', () => {
  const { context, started } = fakeAudio('running');
  const open = vi.fn<() => AudioContext>(() => context as unknown as AudioContext);
  const bell = createBell(open);
  bell.strike(1);
  expect(open).not.toHaveBeenCalled();
  expect(bell.isArmed()).toBe(false);
  bell.arm();
  bell.arm();
  expect(open).toHaveBeenCalledOnce();
  bell.strike(1);
  expect(started).toEqual([5, 5.18]);
});

test('A bell that the browser put to sleep is woken by the next press', () => {
  const { context, started } = fakeAudio('suspended');
  const bell = createBell(() => context as unknown as AudioContext);
  bell.arm();
  expect(context.resume).toHaveBeenCalledOnce();
  expect(bell.isArmed()).toBe(true);
  bell.strike(3);
  expect(started).toHaveLength(2);
});

test('R793 a bell that a telephone call has interrupted is woken when the page is seen again, or by the next press', () => {
  const { context, started, become } = fakeAudio('running');
  const bell = createBell(() => context as unknown as AudioContext);
  bell.arm();
  for (const wake of [bell.wake, bell.arm]) {
    become('interrupted');
    expect(bell.isArmed()).toBe(false);
    wake();
    expect(bell.isArmed()).toBe(true);
  }
  bell.strike(1);
  expect(started).toHaveLength(2);
});

test('R793 a bell that the browser does not let sound yet asks again with each stroke, and tells when it is let', async () => {
  const { context, started, become } = fakeAudio('running');
  context.resume.mockRejectedValueOnce(new DOMException('A call goes on', 'InvalidStateError'));
  const bell = createBell(() => context as unknown as AudioContext);
  const heard = vi.fn<() => void>();
  const stop = bell.onChange(heard);
  bell.wake();
  expect(context.resume).not.toHaveBeenCalled();
  bell.arm();
  become('interrupted');
  bell.strike(1);
  await Promise.resolve();
  expect(bell.isArmed()).toBe(false);
  bell.strike(2);
  expect(bell.isArmed()).toBe(true);
  expect(started).toHaveLength(0);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  become('suspended');
  expect(heard).toHaveBeenCalledTimes(2);
});

test('A browser without audio has a bell that is never armed', () => {
  const bell = createBell(() => undefined);
  bell.arm();
  expect(bell.isArmed()).toBe(false);
  expect(() => bell.strike(1)).not.toThrow();
});
