import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { idPattern, mintId, referenceOf, referencePattern, shortIdOf } from './reference.ts';

describe('the reference number', () => {
  it('is eight characters that survive being read out', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [4, 7] }), (id) => {
        expect(referenceOf(id)).toMatch(referencePattern);
      }),
    );
  });

  it('comes from the last 40 bits of an id of version 7', () => {
    expect(referenceOf('ffffffff-ffff-7fff-bfff-ff0000000000')).toBe('BX-0000-0000');
    expect(referenceOf('00000000-0000-7000-8000-00ffffffffff')).toBe('BX-ZZZZ-ZZZZ');
    expect(referenceOf('00000000-0000-7000-8000-000000000001')).toBe('BX-0000-0001');
  });

  it('comes from the first 40 bits of an id of version 4, which an earlier build minted', () => {
    expect(referenceOf('00000000-0000-4000-8000-000000000000')).toBe('BX-0000-0000');
    expect(referenceOf('ffffffff-ff00-4000-8000-000000000000')).toBe('BX-ZZZZ-ZZZZ');
    expect(referenceOf('00000000-0100-4000-8000-000000000000')).toBe('BX-0000-0001');
  });
});

describe('an id', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** Sets the clock and every random bit. */
  function give(at: string | number, byte: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((into) => {
      new Uint8Array((into as Uint32Array<ArrayBuffer>).buffer).fill(byte);
      return into;
    });
  }

  it('is a version 7 UUID: the clock, then random bits', () => {
    expect(mintId()).toMatch(idPattern);
    // The time of the example in RFC 9562, A.6.
    give('2022-02-22T19:22:22.000Z', 255);
    expect(mintId()).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff');
    give('2022-02-22T19:22:22.000Z', 0);
    expect(mintId()).toBe('017f22e2-79b0-7000-8000-000000000000');
  });

  it('is an id on a device whose clock is wrong', () => {
    for (const at of [-1, 0, 8.64e15]) {
      give(at, 1);
      expect(mintId()).toMatch(idPattern);
    }
  });

  it('follows the ids of the milliseconds before', () => {
    const ids = [1_000, 2_000, 1_700_000_000_000, 1_800_000_000_000].map((at) => {
      give(at, 77);
      return mintId();
    });
    expect(ids).toEqual(ids.toSorted());
  });

  it('does not repeat, and neither does its short form', () => {
    const ids = Array.from({ length: 10_000 }, () => mintId());
    expect(new Set(ids).size).toBe(10_000);
    // Of 10,000 random numbers of 32 bits two are equal in about one run of a hundred.
    expect(new Set(ids.map(shortIdOf)).size).toBeGreaterThan(9_990);
  });
});
