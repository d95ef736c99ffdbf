import { describe, expect, it } from 'vitest';
import { createWriteProbe, WriteTooSlowError } from './write-probe.ts';

describe('R47 whether the database takes a write', () => {
  it('is tried once, whoever asks and however often', async () => {
    let writes = 0;
    const written = Promise.withResolvers<void>();
    const probe = createWriteProbe({
      write: () => {
        writes += 1;
        return written.promise;
      },
      clockMs: () => 1000,
    });
    const asked = Array.from({ length: 100 }, probe);
    written.resolve();
    await Promise.all(asked);
    for (let n = 0; n < 100; n++) await probe();
    expect(writes).toBe(1);
  });

  it('is tried again after a while, and a failure is over when a write came through', async () => {
    let writes = 0;
    let clockMs = 1000;
    const probe = createWriteProbe({
      write: async () => {
        writes += 1;
        if (writes === 1) throw new Error('full');
      },
      everyMs: 500,
      clockMs: () => clockMs,
    });
    await expect(probe()).rejects.toThrow('full');
    clockMs += 499;
    await expect(probe()).rejects.toThrow('full');
    clockMs += 1;
    await probe();
    expect(writes).toBe(2);
  });

  it('is not waited for without end, and no second write begins beside one that hangs', async () => {
    let writes = 0;
    const hanging = Promise.withResolvers<void>();
    const probe = createWriteProbe({
      write: () => {
        writes += 1;
        return hanging.promise;
      },
      everyMs: 5,
      withinMs: 20,
    });
    for (let n = 0; n < 3; n++) await expect(probe()).rejects.toThrow(WriteTooSlowError);
    expect(writes).toBe(1);
    hanging.resolve();
    await expect
      .poll(() =>
        probe().then(
          () => 'ready',
          () => 'not',
        ),
      )
      .toBe('ready');
  });
});
