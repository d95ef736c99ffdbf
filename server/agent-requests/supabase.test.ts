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
    return { portal, invoke };
  }

  it('S7.5 asks for an agent and reads the answer', async () => {
    const { portal, invoke } = await clientFor(({ sessionFor, shared }) => sessionFor(shared.code));
    expect(await invoke()).toMatchObject({ data: { success: true }, error: null });
    const rows = await portal.context.storage.db.selectFrom('agent_requests').selectAll().execute();
    expect(rows).toMatchObject([{ request_type: 'custom_request', additional_info: 'Two signers' }]);
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
