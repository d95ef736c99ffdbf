/** Webhooks over TLS, from the event to the receiver: the receiver's certificate is checked. */
import { expect, test } from 'vitest';
import { createTargets } from '#server/outbox/webhook/targets.ts';
import { createPostTransport } from '#server/outbox/webhook/transport.ts';
import { startWebhookReceiver, verify } from '../../tests/fakes/webhook-receiver.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { makeAuthority } from '../../tests/support/certificates.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const host = 'hooks.example';

eachEngine((under) => {
  /** Starts a receiver with a certificate for `hooks.example`, and a server that trusts an authority. */
  async function startWith({ trusted }: { readonly trusted: 'its authority' | 'another one' }) {
    const authority = makeAuthority();
    const receiver = await startWebhookReceiver(authority.issue(host));
    const postTransport = createPostTransport({
      targets: createTargets({ hosts: [host, 'other.example'], networks: [] }),
      userAgent: 'test',
      ca: trusted === 'its authority' ? authority.certificate : makeAuthority('Another one').certificate,
      resolve: async () => ['127.0.0.1'],
    });
    const server = await startDesk(under, {}, { postTransport });
    const { cookie } = await server.signInAs('admin');
    return {
      ...server,
      receiver,
      async addEndpoint(name: string) {
        const url = `https://${name}:${receiver.port}/hook`;
        const body = { name, url, events: ['lead.received'] };
        const answer = await server.desk('POST', '/api/desk/connections/webhooks', { cookie, body });
        expect(answer.status, answer.text).toBe(200);
        return (answer.json() as { secret: string }).secret;
      },
      /** Posts a lead, sends what is due, and reads the result. */
      async deliver() {
        expect((await server.send('inquiry', inquiryParams({}))).status).toBe(200);
        await server.context.delivery.runDue();
        return server.context.storage.db.selectFrom('webhook_tries').selectAll().orderBy('seq').execute();
      },
    };
  }

  test('R217 a webhook reaches a receiver over TLS whose certificate is for its name, and is verified there', async () => {
    const { addEndpoint, deliver, receiver } = await startWith({ trusted: 'its authority' });
    const secret = await addEndpoint(host);
    expect(await deliver()).toMatchObject([{ result: 'sent', status: 204, address: '127.0.0.1' }]);
    const [one] = receiver.received;
    expect(one && verify(secret, one)).toMatchObject({ type: 'lead.received' });
    expect(one?.headers['host']).toBe(`${host}:${receiver.port}`);
  });

  test('R217 a receiver whose certificate is for another name is sent nothing', async () => {
    const { addEndpoint, deliver, receiver } = await startWith({ trusted: 'its authority' });
    await addEndpoint('other.example');
    const [one, ...others] = await deliver();
    expect(others).toEqual([]);
    expect(one).toMatchObject({ result: 'later', status: null });
    expect(one?.said).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(receiver.received).toEqual([]);
  });

  test('R217 a receiver whose certificate nobody known has signed is sent nothing', async () => {
    const { addEndpoint, deliver, receiver } = await startWith({ trusted: 'another one' });
    await addEndpoint(host);
    const [one] = await deliver();
    expect(one).toMatchObject({ result: 'later', status: null });
    expect(one?.said).toContain('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    expect(receiver.received).toEqual([]);
  });
});
