/** Requests without a known result, and the requests that replace them. */
import { describe, expect, test } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import { requestTimings } from '#contract/agent-request.ts';
import { requestPath } from '#contract/portal.ts';
import { answers, asking, current, refused, sendSms } from '../testing/asking.ts';
import { aRequest, json } from '../testing/server.ts';

describe('R235 R513 whose response was lost, and then other answers', () => {
  const edited = (additionalInfo: string) => ({ ...answers, additionalInfo });

  /** A first request whose answer is lost. */
  async function unheard() {
    const it = asking();
    it.server.answers(sendSms, 'cut');
    it.server.answers(current, 'cut');
    expect(await it.ask('token', answers)).toEqual({ kind: 'failed' });
    const namedOf = ({ body }: { readonly body: unknown }) => (body as { instead_of?: string[] }).instead_of;
    return { ...it, named: () => it.sent().map(namedOf) };
  }

  test('come in the place of every one that nobody heard of', async () => {
    const { server, ask, ids, named } = await unheard();
    expect(await ask('token', edited('GAP and warranty'))).toEqual({ kind: 'failed' });
    server.answers(sendSms, json({ success: true }));
    expect(await ask('token', edited('Warranty'))).toEqual({ kind: 'sent' });
    const [first, second] = ids();
    expect(named()).toEqual([undefined, [first], [first, second]]);
    // That request is known to have arrived, so the next one replaces nothing.
    expect(await ask('token', edited('Another customer'))).toEqual({ kind: 'sent' });
    expect(named().at(-1)).toBeUndefined();
  });

  test('the same answers again come in no place but that of others', async () => {
    const { server, ask, ids, named } = await unheard();
    expect(await ask('token', answers)).toEqual({ kind: 'failed' });
    expect(await ask('token', edited('Warranty'))).toEqual({ kind: 'failed' });
    server.answers(sendSms, json({ success: true }));
    expect(await ask('token', answers)).toEqual({ kind: 'sent' });
    const [first, again, second, last] = ids();
    expect([again, last === first]).toEqual([first, false]);
    expect(named()).toEqual([undefined, undefined, [first], [first, second]]);
  });

  test('R514 go out beside one that the person was shown, and the same answers too', async () => {
    const { server, ask, arrived, ids, named } = await unheard();
    server.answers(sendSms, 'cut');
    expect(await ask('token', edited('Warranty'))).toEqual({ kind: 'failed' });
    const [first = '', second = ''] = ids();
    // The second request replaces the first. Once the second was shown to the person, neither needs replacing.
    arrived({ id: second });
    server.answers(sendSms, json({ success: true }));
    expect(await ask('token', edited('Warranty'))).toEqual({ kind: 'sent' });
    expect([named(), new Set(ids()).size]).toEqual([[undefined, [first], undefined], 3]);
  });

  test('R518 come in their place also after the page was loaded again, for as long as a request waits', async () => {
    const { server, reload, clock, ids, named } = await unheard();
    const [first] = ids();
    expect(await reload().ask('token', answers)).toEqual({ kind: 'failed' });
    const [, second] = ids();
    expect([second === first, named().at(-1)]).toEqual([false, [first]]);
    clock.ms += requestTimings.expireAfterMs - 1;
    server.answers(sendSms, json({ success: true }));
    expect(await reload().ask('token', answers)).toEqual({ kind: 'sent' });
    expect(named().at(-1)).toEqual([first, second]);
  });

  test('R518 come in no place when the person locked the portal, or long after', async () => {
    for (const isLate of [false, true]) {
      const { ask, forget, clock, named } = await unheard();
      if (isLate) clock.ms += requestTimings.expireAfterMs;
      else forget();
      await ask('token', edited('Another customer'));
      expect(named().at(-1)).toBeUndefined();
    }
  });

  test('R517 are heard of as the answers of the earlier one, which an agent had', async () => {
    const { server, ask, arrived, ids, named } = await unheard();
    const [first = ''] = ids();
    server.answers(current, () =>
      json({ request: aRequest({ id: first, answersId: ids().at(-1) ?? '' }), viewToken: 'v' }),
    );
    expect(await ask('token', edited('Warranty'))).toEqual({ kind: 'sent', view: { id: first, viewToken: 'v' } });
    arrived({ id: first, answersId: ids().at(-1) ?? '' });
    await ask('token', edited('Another customer'));
    expect(named().at(-1)).toBeUndefined();
  });

  test('a refusal leaves the place to be taken', async () => {
    const { server, ask, ids, named } = await unheard();
    server.answers(sendSms, refused(), json({ success: true }));
    expect(await ask('token', edited('Warranty'))).toEqual({ kind: 'failed' });
    server.answers(`GET ${requestPath(ids()[1] ?? '')}`, refuse(404, ''));
    expect(await ask('token', edited('Warranty'))).toEqual({ kind: 'sent' });
    expect(named()).toEqual([undefined, [ids()[0]], [ids()[0]]]);
  });
});
