import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const secretBox = createSecretBox('the key of this server');
const secret = 'a secret with ümlauts';

describe('an encrypted text', () => {
  it('opens again, and is another one each time', () => {
    const [one, other] = [secretBox.encrypt('push-key', secret), secretBox.encrypt('push-key', secret)];
    expect(one).not.toBe(other);
    expect([one, other].map((encrypted) => secretBox.decrypt('push-key', encrypted))).toEqual([secret, secret]);
    expect(secretBox.decrypt('push-key', secretBox.encrypt('push-key', ''))).toBe('');
  });

  it('does not open with another key, as another thing, changed anywhere or cut', () => {
    const encrypted = secretBox.encrypt('push-key', secret);
    const bytes = Buffer.from(encrypted, 'base64url');
    expect(createSecretBox('another key').decrypt('push-key', encrypted)).toBeUndefined();
    expect(secretBox.decrypt('totp-secret', encrypted)).toBeUndefined();
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(secretBox.decrypt('push-key', changed.toString('base64url')), `byte ${at}`).toBeUndefined();
    }
    for (const length of [0, 11, 20, bytes.length - 1]) {
      expect(
        secretBox.decrypt('push-key', bytes.subarray(0, length).toString('base64url')),
        `${length} bytes`,
      ).toBeUndefined();
    }
  });

  it('says nothing of what it holds but its length', () => {
    const lengths = ['x'.repeat(32), 'y'.repeat(32)].map((text) => secretBox.encrypt('push-key', text).length);
    expect(new Set(lengths).size).toBe(1);
    expect(secretBox.encrypt('push-key', 'visible')).not.toContain('visible');
  });
});
