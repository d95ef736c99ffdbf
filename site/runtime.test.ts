import { describe, expect, it } from 'vitest';
import type { RuntimeSettings } from '#contract/runtime.ts';
import { parseRuntime } from './runtime.ts';

const settings: RuntimeSettings = {
  mail: {
    origin: '',
    publicKey: 'key',
    serviceId: 'service',
    templateIds: { inquiry: 'a', intake: 'b' },
    blockHeadless: false,
    confirms: true,
    throttleMs: 0,
  },
  sms: { baseUrl: '', token: '' },
};

describe("the page's settings", () => {
  it('are read as the server wrote them', () => {
    expect(parseRuntime(JSON.stringify(settings))).toEqual(settings);
  });

  it('are refused, and shown, when one of them is not usable', () => {
    const broken = JSON.stringify({ ...settings, mail: { ...settings.mail, throttleMs: -1 } });
    expect(() => parseRuntime(broken)).toThrow(`not usable: ${broken}`);
  });

  it('are refused when the block is absent or no JSON', () => {
    expect(() => parseRuntime(undefined)).toThrow('not usable');
    expect(() => parseRuntime('{')).toThrow('JSON');
  });
});
