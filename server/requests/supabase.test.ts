import type { AddressInfo } from 'node:net';
import { FunctionsClient } from '@supabase/functions-js';
import { describe, expect, it } from 'vitest';
import { requestTypes } from '#contract/agent-request.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';

describe('R23 the Supabase client, unchanged', () => {
  /** The client as `createClient(url, key)` makes it: the key is the bearer token too. */
  async function clientFor(key: (portal: Awaited<ReturnType<typeof startPortal>>) => Promise<string>) {
    const portal = await startPortal(engineUnderTest('sqlite'));
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = portal.app.server.address() as AddressInfo;
    const token = await key(portal);
    const client = new FunctionsClient(`http://127.0.0.1:${port}/functions/v1`, {
      headers: { Authorization: `Bearer ${token}`, apikey: token, 'X-Client-Info': 'supabase-js-web/2.0.0' },
    });
    const invoke = (change: object = {}) =>
      client.invoke('send-sms', {
        body: {
          dealershipName: dealer.name,
          dealerPhone: dealer.phone,
          requestType: requestTypes.custom_request,
          additionalInfo: 'Two signers',
          ...change,
        },
      });
    return { portal, client, invoke };
  }

  it('S7.5 asks for an agent and reads the answer', async () => {
    const { portal, invoke } = await clientFor(({ sessionFor, shared }) => sessionFor(shared.code));
    expect(await invoke()).toMatchObject({ data: { success: true }, error: null });
    const rows = await portal.context.storage.db.selectFrom('agent_requests').selectAll().execute();
    expect(rows).toMatchObject([{ request_type: 'custom_request', additional_info: 'Two signers' }]);
  });

  it('R54 sends a string as text and bytes as bytes, and both are read as the JSON that they are', async () => {
    const { portal, client } = await clientFor(({ sessionFor, shared }) => sessionFor(shared.code));
    const body = (additionalInfo: string) =>
      JSON.stringify({ dealershipName: dealer.name, requestType: requestTypes.custom_request, additionalInfo });
    const asked = { data: { success: true }, error: null };
    expect(await client.invoke('send-sms', { body: body('text') })).toMatchObject(asked);
    expect(await client.invoke('send-sms', { body: new TextEncoder().encode(body('bytes')).buffer })).toMatchObject(
      asked,
    );
    expect(await client.invoke('send-sms', { body: new Blob([body('blob')]) })).toMatchObject(asked);
    const rows = await portal.context.storage.db.selectFrom('agent_requests').select('additional_info').execute();
    expect(rows.map(({ additional_info }) => additional_info).sort()).toEqual(['blob', 'bytes', 'text']);
  });

  it('R54 reads JSON from every refusal, and from a function that is not there', async () => {
    const { client } = await clientFor(({ sessionFor, shared }) => sessionFor(shared.code));
    const refusal = async (name: string, options: Parameters<typeof client.invoke>[1]) => {
      const { context } = (await client.invoke(name, options)).error as { context: Response };
      return [context.status, await context.json()];
    };
    const says = (error: string) => ({ success: false, error: expect.stringContaining(error) });
    expect(await refusal('send-sms', { body: '{' })).toEqual([400, says('cannot be read')]);
    expect(await refusal('send-sms', { body: 'x'.repeat(40_000) })).toEqual([413, says('too large')]);
    expect(await refusal('send-sms', { body: new Blob(['x'], { type: 'image/png' }) })).toEqual([415, says('JSON')]);
    expect(await refusal('send-sms', { body: new FormData() })).toEqual([415, says('JSON')]);
    expect(await refusal('send-sms', { method: 'GET' })).toEqual([405, says('POST')]);
    expect(await refusal('nothing', { body: {} })).toEqual([404, { code: 404, message: expect.any(String) }]);
  });

  it('S7.5 reads a refusal as one', async () => {
    const { invoke } = await clientFor(({ sessionFor, shared }) => sessionFor(shared.code));
    expect(await invoke({ dealershipName: 'Nobody' })).toMatchObject({
      data: { success: false, error: 'This dealership is not in our list' },
      error: null,
    });
  });

  it('S7.5 sees a dead token as the platform’s 401', async () => {
    const { invoke } = await clientFor(async () => 'no-session');
    const { data, error } = await invoke();
    expect(data).toBeNull();
    expect((error as { context: Response }).context.status).toBe(401);
  });
});
