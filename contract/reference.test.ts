import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idPattern, mintId, referenceOf, referencePattern } from './reference.ts';

describe('the reference number', () => {
  it('is eight characters that survive being read out', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), (id) => {
        expect(referenceOf(id)).toMatch(referencePattern);
      }),
    );
  });

  it('comes from the first 40 bits of the id', () => {
    expect(referenceOf('00000000-0000-4000-8000-000000000000')).toBe('BX-0000-0000');
    expect(referenceOf('ffffffff-ff00-4000-8000-000000000000')).toBe('BX-ZZZZ-ZZZZ');
    expect(referenceOf('00000000-0100-4000-8000-000000000000')).toBe('BX-0000-0001');
  });
});

describe('an id', () => {
  it('is a version 4 UUID made of random bytes alone', () => {
    expect(mintId()).toMatch(idPattern);
    const ones = {
      getRandomValues<T extends ArrayBufferView>(array: T): T {
        new Uint8Array(array.buffer).fill(255);
        return array;
      },
    };
    expect(mintId(ones as Crypto)).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  });

  it('does not repeat', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => mintId())).size).toBe(10_000);
  });
});
