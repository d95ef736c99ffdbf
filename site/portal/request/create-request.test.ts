import { describe, expect, test } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import { sendSmsRefusals } from '#contract/agent-request.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { requestPath } from '../../../tests/support/request-paths.ts';
import { answers, asking, current, foreign, refused, sendSms } from '../testing/asking.ts';
import { aRequest, json } from '../testing/server.ts';

describe('S7.5 a press of Request Agent', () => {
  test('sends the fields of the function, with an id, and no header that a real function would refuse', async () => {
    const { server, ask, sent } = asking();
    server.answers(sendSms, json({ success: true }));
    expect(await ask('token', answers)).toEqual({ kind: 'sent' });
    const [{ headers, body } = { headers: new Headers(), body: {} }] = sent();
    expect(body).toEqual({
      dealershipName: 'Harbor Point Motors',
      dealerPhone: '(207) 555-0138',
      requestType: 'Request Agent for Active Deal',
      additionalInfo: 'GAP',
      dealership_id: 'harbor-point',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      with_view: true,
    });
    expect(Object.fromEntries(headers)).toEqual({
      authorization: 'Bearer token',
      'content-type': 'application/json',
    });
  });

  test('R37 R43 sends the name of who asks and the AnyDesk address when they are given', async () => {
    const { server, ask, sent } = asking();
    server.answers(sendSms, json({ success: true }));
    await ask('token', { ...answers, callbackName: ' Dana  Whitlock', anydesk: '123456789' });
    expect(sent()[0]?.body).toMatchObject({ callback_name: 'Dana Whitlock', anydesk: '123456789' });
  });

  test('R43 sends no number that has no place in the note, also to another function', async () => {
    const { server, ask, sent } = asking();
    server.answers(sendSms, json({ success: true }));
    await ask('token', { ...answers, additionalInfo: 'SSN 123-45-6789' });
    expect(sent()[0]?.body).toMatchObject({ additionalInfo: 'SSN [Social Security number removed]' });
  });

  test('S3.6 says Not provided for a dealership without a telephone, and Custom Request for the other type', async () => {
    const { server, ask, sent } = asking();
    server.answers(sendSms, json({ success: true }));
    await ask('token', {
      ...answers,
      dealership: { id: 'driftless', name: 'Driftless Trucks', phone: null },
      requestType: 'custom_request',
    });
    expect(sent()[0]?.body).toMatchObject({ dealerPhone: 'Not provided', requestType: 'Custom Request' });
  });

  test('R23 keeps its id while the same answers are tried again, and takes a new one for other answers', async () => {
    const { server, ask, ids } = asking();
    server.answers(sendSms, refused());
    await ask('token', answers);
    await ask('token', answers);
    await ask('token', { ...answers, requestType: 'custom_request' });
    const [first, second, third] = ids();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('R23 is another request after one that was sent', async () => {
    const { server, ask, ids } = asking();
    server.answers(sendSms, json({ success: true }));
    await ask('token', answers);
    await ask('token', answers);
    expect(new Set(ids()).size).toBe(2);
  });

  test.each(['cut', new Response('down', { status: 502 }), new Response('<html>')] as const)(
    'R23 whose answer was lost or broken is no failure when the server has it',
    async (reply) => {
      const { server, ask, ids } = asking();
      server.answers(sendSms, reply);
      server.answers(current, () => json({ request: aRequest({ id: ids()[0] ?? '' }), viewToken: 'v' }));
      expect(await ask('token', answers)).toEqual({ kind: 'sent', view: { id: ids()[0], viewToken: 'v' } });
    },
  );

  test('S8.3 whose answer was lost is a failure when the server does not have it', async () => {
    const { server, ask, logged } = asking();
    server.answers(sendSms, new Response('', { status: 500 }));
    server.answers(current, json({ request: aRequest(), viewToken: 'v' }), json(null));
    expect(await ask('token', answers)).toEqual({ kind: 'failed' });
    expect(await ask('token', answers)).toEqual({ kind: 'failed' });
    expect(logged).toEqual(Array(2).fill('Request Agent failed: Server error: 500'));
  });

  /** A press that was stored and whose answer was lost. The next press has the same answers. */
  async function afterALostAnswer() {
    const it = asking();
    it.server.answers(sendSms, 'cut');
    it.server.answers(current, 'cut');
    expect(await it.ask('token', answers)).toEqual({ kind: 'failed' });
    const [id = ''] = it.ids();
    const stands = (reply: Response | 'cut') => it.server.answers(`GET ${requestPath(id)}`, reply);
    return { ...it, id, stands };
  }
  const taken = () => json({ success: false, error: sendSmsRefusals.idTaken });

  test('R23 whose answer was lost is the same request while that one runs', async () => {
    const { server, ask, ids, id, stands } = await afterALostAnswer();
    server.answers(sendSms, json({ success: true }));
    stands(json(aRequest({ id })));
    expect(await ask('token', answers)).toEqual({ kind: 'sent' });
    expect(ids()).toEqual([id, id]);
  });

  test.each<[string, Partial<RequestView>]>([
    ['is over', { state: 'expired', endedAt: '2026-11-20T21:19:12.000Z' }],
    ['ends', { closing: { as: 'cancelled', at: '2026-11-20T21:05:12.000Z', endsAt: '2026-11-20T21:06:12.000Z' } }],
  ])('R23 of the words of a request that %s meanwhile asks anew, and believes no replay of it', async (_, change) => {
    const { server, ask, ids, id, stands } = await afterALostAnswer();
    server.answers(sendSms, json({ success: true }));
    stands(json(aRequest({ id, ...change })));
    expect(await ask('token', answers)).toEqual({ kind: 'sent' });
    expect(ids()).toEqual([id, id, expect.not.stringMatching(id)]);
  });

  test('R23 is no success when a replay is answered and nobody can say whether its request still runs', async () => {
    const { server, ask, ids, id, stands } = await afterALostAnswer();
    server.answers(sendSms, json({ success: true }));
    stands('cut');
    expect(await ask('token', answers)).toEqual({ kind: 'failed' });
    stands(json(aRequest({ id })));
    expect(await ask('token', answers)).toEqual({ kind: 'sent' });
    expect(ids()).toEqual([id, id, id]);
  });

  test('R23 believes an answer for a request that is there under the id of a running one', async () => {
    const { server, ask, ids, id, stands } = await afterALostAnswer();
    server.answers(sendSms, json({ success: true }));
    stands(refuse(404, 'Not found'));
    expect(await ask('token', answers)).toEqual({ kind: 'sent' });
    expect(ids()).toEqual([id, id]);
  });

  test('R23 in a new session takes a new id when the one of the lost answer belongs to the session before', async () => {
    const { server, ask, ids, id } = await afterALostAnswer();
    server.answers(sendSms, taken(), json({ success: true }));
    expect(await ask('another', answers)).toEqual({ kind: 'sent' });
    expect(ids()).toEqual([id, id, expect.not.stringMatching(id)]);
  });

  test('R23 takes a new id at most once', async () => {
    const { server, ask, ids } = await afterALostAnswer();
    server.answers(sendSms, taken());
    expect(await ask('another', answers)).toEqual({ kind: 'failed' });
    expect(ids()).toHaveLength(3);
    expect(new Set(ids()).size).toBe(2);
  });

  test('R23 whose answer is lost again is no success by a request of before that is over', async () => {
    const { server, ask, id } = await afterALostAnswer();
    const over = aRequest({ id, state: 'expired', endedAt: '2026-11-20T21:19:12.000Z' });
    server.answers(current, json({ request: over, viewToken: 'v' }));
    expect(await ask('token', answers)).toEqual({ kind: 'failed' });
  });

  test('R20 with a dead session locks', async () => {
    const { server, ask } = asking();
    server.answers(sendSms, json({ code: 401, message: 'Invalid Token' }, 401));
    expect(await ask('token', answers)).toEqual({ kind: 'locked' });
  });

  test('R23 goes to another function with its public token, and nothing is asked of our server', async () => {
    const { server, ask } = asking(foreign);
    server.answers('POST https://project.supabase.example/functions/v1/send-sms', new Response('', { status: 500 }));
    expect(await ask('token', answers)).toEqual({ kind: 'failed' });
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.headers.get('authorization')).toBe('Bearer anon');
  });
});
