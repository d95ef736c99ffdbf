/** Programs that keep a copy of a record are told that it was erased, and then read it as erased. */
import { expect, test } from 'vitest';
import { timeBefore } from '#contract/record-classes.ts';
import { startWebhookReceiver, verify } from '../../tests/fakes/webhook-receiver.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { person, startPersonDesk } from '../../tests/support/person.ts';
import { dealer } from '../../tests/support/portal.ts';

eachEngine((under) => {
  test('R216 a lead, a request and a dealership that are erased are told to programs and read as erased, in the same way', async () => {
    const server = await startPersonDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' });
    const { context, desk, admin, app } = server;
    const { storage, delivery, recordKinds } = context;
    const receiver = await startWebhookReceiver();
    const made = await desk('POST', '/api/desk/connections/webhooks', {
      cookie: admin.cookie,
      body: {
        name: 'Back office',
        url: receiver.url,
        events: ['lead.erased', 'request.erased', 'dealership.changed', 'dealership.erased'],
      },
    });
    const { secret } = made.json() as { secret: string };
    const token = await context.apiTokens.make(
      { name: 'Reader', scopes: ['leads:read', 'requests:read', 'dealerships:read'], days: 1 },
      admin,
    );
    if ('refused' in token) throw new Error(token.refused);
    const read = async (list: string, id: string) => {
      const headers = { authorization: `Bearer ${token.token}` };
      const answer = await app.inject({ method: 'GET', url: `/api/v1/${list}?limit=200`, headers });
      return (answer.json() as { data: Record<string, unknown>[] }).data.find((one) => one['id'] === id);
    };
    /** What was sent since the last call. */
    const told = async () => {
      await delivery.runDue();
      return receiver.received.splice(0).map((one) => verify(secret, one));
    };

    const [lead, request] = [await server.addLead(), await server.addRequest()];
    const before = await read('requests', request);
    expect(await read('leads', lead)).toMatchObject({ erasedAt: null });
    expect(before).toMatchObject({ erasedAt: null, dealershipName: dealer.name });
    const dealership = String(before?.['dealershipId']);
    const items = (await server.find(person.phone)).items;
    expect((await server.erase(items)).status).toBe(200);
    const events = await told();
    expect(events.map(({ type, data }) => [type, data['id']]).toSorted()).toEqual(
      [
        ['lead.erased', lead],
        ['request.erased', request],
      ].toSorted(),
    );
    const erased = { erasedAt: expect.any(String) };
    expect(await read('leads', lead)).toMatchObject({ ...erased, name: '', answers: {} });
    expect(await read('requests', request)).toMatchObject({ ...erased, dealershipName: '', acceptedBy: null });
    for (const { type, data } of events) {
      expect(data, type).toEqual(await read(`${type.split('.')[0]}s`, String(data['id'])));
    }
    const after = await read('requests', request);
    expect(Number(after?.['version'])).toBeGreaterThan(Number(before?.['version']));
    expect(after?.['updatedAt']).toBe(after?.['erasedAt']);

    await server.addContact();
    await told();
    expect((await server.erase((await server.find(person.mail)).items)).status).toBe(200);
    expect(await told()).toMatchObject([{ type: 'dealership.changed', data: { id: dealership, contacts: [] } }]);

    const at = context.now().toISOString();
    const account = recordKinds.find(({ name }) => name === 'accounts');
    const closedAt = timeBefore({ years: 8 }, context.now()).toISOString();
    await storage.db.updateTable('dealerships').set({ closed_at: closedAt }).where('id', '=', dealership).execute();
    await storage.transaction(async (trx) => account?.erase(trx, await account.take(trx, [dealership]), at));
    const ended = await told();
    expect(ended.map(({ type }) => type).toSorted()).toEqual(['dealership.changed', 'dealership.erased']);
    const event = ended.find(({ type }) => type === 'dealership.erased');
    expect(event).toMatchObject({ type: 'dealership.erased', data: { id: dealership, name: '', erasedAt: at } });
    expect(await read('dealerships', dealership)).toEqual(event?.data);
  });
});
