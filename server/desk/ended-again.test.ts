/** Revoke or Remove is pressed again because the answer was lost, or two admins press it at the same instant. */
import { describe, expect, it, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

eachEngineRounds((under) => {
  async function start() {
    const server = await startDesk(under, wideLimits);
    const { context, desk, signInAs } = server;
    const { db } = context.storage;
    const [one, other] = [await signInAs('admin'), await signInAs('admin')];
    const post = (path: string, body: object, { cookie } = one) => desk('POST', `/api/desk/${path}`, { cookie, body });
    const made = async <Made>(path: string, body: object) => (await post(path, body)).json<Made>();
    return {
      one,
      other,
      post,
      atOnce: createAtOnce(context.storage),
      changesSoFar: async () => (await db.selectFrom('desk_changes').select('seq').execute()).length,
      entriesOf: async (action: string) =>
        (
          await db
            .selectFrom('audit_entries')
            .select('by_id')
            .where('action', '=', action as never)
            .orderBy('seq')
            .execute()
        ).map(({ by_id }) => by_id),
      /** Makes a thing of each kind. Returns the path that ends it. */
      make: {
        code: async () => {
          const { number } = await context.codes.issue(null, null);
          return `codes/${number}/revoke`;
        },
        token: async () => {
          const token = await made<{ id: string }>('connections/tokens', {
            name: 'Reports',
            scopes: ['leads:read'],
            days: 30,
          });
          return `connections/tokens/${token.id}/revoke`;
        },
        webhook: async () => {
          const body = { name: 'Back office', url: 'https://example.org/hook', events: ['lead.received'] };
          const { endpoint } = await made<{ endpoint: { id: string } }>('connections/webhooks', body);
          return `connections/webhooks/${endpoint.id}/remove`;
        },
      },
    };
  }

  const kinds = [
    { kind: 'code', ended: 200, action: 'code-revoked', never: 'codes/99/revoke' },
    { kind: 'token', ended: 200, action: 'api-token-revoked', never: `connections/tokens/${mintId()}/revoke` },
    { kind: 'webhook', ended: 204, action: 'webhook-removed', never: `connections/webhooks/${mintId()}/remove` },
  ] as const;

  describe('R1040 Revoke or Remove', () => {
    it.each(kinds)(
      'of a $kind pressed again after a lost answer says that it has ended, and notes it once',
      async (row) => {
        const { post, make, entriesOf, changesSoFar } = await start();
        const path = await make[row.kind]();
        const first = await post(path, {});
        const noted = await changesSoFar();
        const again = await post(path, {});
        expect([first.status, again.status], again.text).toEqual([row.ended, row.ended]);
        if (row.kind === 'code') expect(again.json()).toEqual(first.json());
        expect(await entriesOf(row.action)).toHaveLength(1);
        expect(await changesSoFar()).toBe(noted);
        expect((await post(row.never, {})).status).toBe(404);
      },
    );

    it.each(kinds)('of a $kind by two admins at the same instant is done for both, and noted once', async (row) => {
      const { one, other, post, make, entriesOf, atOnce } = await start();
      let before = 0;
      await playRounds(8, [one.personId, other.personId], async () => {
        const path = await make[row.kind]();
        const answers = await atOnce([() => post(path, {}), () => post(path, {}, other)]);
        expect(answers.map(({ status }) => status)).toEqual([row.ended, row.ended]);
        const entries = await entriesOf(row.action);
        expect(entries).toHaveLength(before + 1);
        before = entries.length;
        return (entries.at(-1) ?? '') as string;
      });
    });
  });
});
