import { expect, test, vi } from 'vitest';
import { createBell } from './bell.ts';

function fakeAudio(state: 'running' | 'suspended') {
  const started: number[] = [];
  const context = {
    state,
    currentTime: 5,
    destination: {},
    resume: vi.fn<() => Promise<void>>(async () => {
      context.state = 'running';
    }),
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
  return { context, started };
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

test('A browser without audio has a bell that is never armed', () => {
  const bell = createBell(() => undefined);
  bell.arm();
  expect(bell.isArmed()).toBe(false);
  expect(() => bell.strike(1)).not.toThrow();
});
