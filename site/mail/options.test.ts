import { beforeEach, describe, expect, it, vi } from 'vitest';
import { client, formsBySelector, params, rejection, requests, stubBrowser } from './testing.ts';

beforeEach(stubBrowser);

describe('S5.3 the rules of the configuration', () => {
  const thrownBy = (options: object): unknown => {
    try {
      client(options);
    } catch (fault) {
      return fault;
    }
    return undefined;
  };

  it.each([
    [{ blockList: { list: 'a@dealer.example', watchVariable: 'email' } }, 'The BlockList list has to be an array'],
    [{ blockList: { list: undefined, watchVariable: 'email' } }, 'The BlockList list has to be an array'],
    [{ blockList: null }, 'The BlockList list has to be an array'],
    [{ blockList: { list: [] } }, 'The BlockList watchVariable has to be a string'],
    [{ limitRate: { throttle: -1 } }, 'The LimitRate throttle has to be a non-negative number'],
    [{ limitRate: { throttle: Number.NaN } }, 'The LimitRate throttle has to be a non-negative number'],
    [{ limitRate: { throttle: '5' } }, 'The LimitRate throttle has to be a non-negative number'],
    [{ limitRate: { throttle: 5, id: '' } }, 'The LimitRate ID has to be a non-empty string'],
    [{ limitRate: { throttle: 5, id: 7 } }, 'The LimitRate ID has to be a non-empty string'],
    [{ storageProvider: { get: async () => null } }, 'The storage provider has to have get, set and remove'],
  ])('S5.3 %j is refused', (options, fault) => {
    expect(thrownBy(options)).toBe(fault);
  });

  it.each([
    { blockList: { list: [], watchVariable: '' } },
    { limitRate: { throttle: 0 } },
    { limitRate: { throttle: 0.5, id: 'mail' } },
  ])('S5.3 %j is taken', (options) => {
    expect(thrownBy(options)).toBeUndefined();
  });

  it.each([null, 0, '', 'text', [params], new Date(), new Map(), { price: 1n }])(
    'S5.3 template parameters that are no plain object are refused: %o',
    async (wrong) => {
      const sent = client().send('service', 'template', wrong as unknown as Record<string, unknown>);
      expect(await rejection(sent)).toBe('The template params have to be a plain object');
      expect(requests()).toEqual([]);
    },
  );

  it('S5.3 template parameters may be absent', async () => {
    await client().send('service', 'template');
    expect(JSON.parse(String(requests()[0]?.body))).not.toHaveProperty('template_params');
  });

  it.each(['#nothing', 'p', formsBySelector.get('p'), null, undefined])(
    'S5.3 a form target that is no form is refused: %o',
    async (form) => {
      const sent = client().sendForm('service', 'template', form as HTMLFormElement);
      expect(await rejection(sent)).toBe('The form has to be a form element or the selector of one');
      expect(requests()).toEqual([]);
    },
  );

  it('S5.3 text that is no selector is refused as such, not as a network failure', async () => {
    vi.stubGlobal('document', {
      querySelector: () => {
        throw new SyntaxError("'##' is not a valid selector");
      },
    });
    const sent = client().sendForm('service', 'template', '##');
    expect(await rejection(sent)).toBe('The form has to be a form element or the selector of one');
  });
});
