import { describe, expect, it } from 'vitest';
import { createSealer } from './sealing.ts';

const sealer = createSealer('the key of this server');
const secret = 'a secret with ümlauts';

describe('a sealed text', () => {
  it('opens again, and is another one each time', () => {
    const [one, other] = [sealer.seal('push-key', secret), sealer.seal('push-key', secret)];
    expect(one).not.toBe(other);
    expect([one, other].map((sealed) => sealer.open('push-key', sealed))).toEqual([secret, secret]);
    expect(sealer.open('push-key', sealer.seal('push-key', ''))).toBe('');
  });

  it('does not open with another key, as another thing, changed anywhere or cut', () => {
    const sealed = sealer.seal('push-key', secret);
    const bytes = Buffer.from(sealed, 'base64url');
    expect(createSealer('another key').open('push-key', sealed)).toBeUndefined();
    expect(sealer.open('totp-secret', sealed)).toBeUndefined();
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(sealer.open('push-key', changed.toString('base64url')), `byte ${at}`).toBeUndefined();
    }
    for (const length of [0, 11, 20, bytes.length - 1]) {
      expect(
        sealer.open('push-key', bytes.subarray(0, length).toString('base64url')),
        `${length} bytes`,
      ).toBeUndefined();
    }
  });

  it('says nothing of what it holds but its length', () => {
    const lengths = ['x'.repeat(32), 'y'.repeat(32)].map((text) => sealer.seal('push-key', text).length);
    expect(new Set(lengths).size).toBe(1);
    expect(sealer.seal('push-key', 'visible')).not.toContain('visible');
  });
});
