import { beforeEach, describe, expect, it, vi } from 'vitest';
import { client, failure, fetchFake, memory, params, rejection, send, stubBrowser } from './testing.ts';

beforeEach(stubBrowser);

describe('S3.4 the throttle and its storage', () => {
  const limitRate = { throttle: 60_000, id: 'mail' };

  it('limits this page when no storage can be had', async () => {
    const limited = client({ limitRate });
    await limited.send('service', 'template', params);
    expect(await failure(limited.send('service', 'template', params))).toMatchObject({ status: 429 });
  });

  it('limits this page when the storage throws', async () => {
    const refusing = vi.fn<() => Promise<never>>(() => Promise.reject(new DOMException('refused', 'SecurityError')));
    const limited = client({ limitRate, storageProvider: { get: refusing, set: refusing, remove: refusing } });
    await limited.send('service', 'template', params);
    expect(await failure(limited.send('service', 'template', params))).toMatchObject({ status: 429 });
    expect(refusing).toHaveBeenCalled();
  });

  it("is kept in the given storage under its id, or under the page's path", async () => {
    const storageProvider = memory();
    await send({ limitRate, storageProvider });
    await send({ limitRate: { throttle: 60_000 }, storageProvider });
    expect([...storageProvider.values.keys()]).toEqual(['mail', '/dealer-intake']);
  });

  it.each([
    ['a network failure', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a refusal', async () => new Response('no', { status: 422 })],
  ])('a send that ends in %s does not use up the window', async (_, answer) => {
    const limited = client({ limitRate, storageProvider: memory() });
    fetchFake.mockImplementationOnce(answer);
    await rejection(limited.send('service', 'template', params));
    expect(await limited.send('service', 'template', params)).toEqual({ status: 200, text: 'OK' });
    expect(await failure(limited.send('service', 'template', params))).toMatchObject({ status: 429 });
  });

  it('R10 a failed send leaves the window of an earlier success as it was', async () => {
    let now = 1_000_000;
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    const storageProvider = memory();
    const limited = client({ limitRate, storageProvider });
    await limited.send('service', 'template', params);
    now += 60_000;
    fetchFake.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await rejection(limited.send('service', 'template', params));
    expect(storageProvider.values.get('mail')).toBe('1000000');
  });

  it('a clock that was set back does not shut the window', async () => {
    const storageProvider = memory();
    await storageProvider.set('mail', String(Date.now() + 86_400_000));
    expect(await send({ limitRate, storageProvider })).toEqual({ status: 200, text: 'OK' });
  });
});
