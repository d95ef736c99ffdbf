import { describe, expect, it } from 'vitest';
import { hideRefusedStorage } from './load.ts';

describe('a refused storage', () => {
  it('is hidden from the package, which reads it while it is imported', () => {
    const scope = Object.defineProperty({}, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    hideRefusedStorage(scope);
    expect(Reflect.get(scope, 'localStorage')).toBeUndefined();
  });

  it('stays when it can be read', () => {
    const scope = { localStorage: {} };
    hideRefusedStorage(scope);
    expect(scope).toEqual({ localStorage: {} });
  });
});
