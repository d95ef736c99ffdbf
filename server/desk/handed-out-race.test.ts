/** A secret is asked for at the moment at which the person who asks loses the role, at two servers. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createContext } from '#server/context.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const many = 8;

const token = { name: 'CRM', scopes: ['leads:read'], days: 30 };
const endpoint = { name: 'Back office', url: 'https://example.org/hook', events: ['lead.received'] };

/** The secrets, each with its path, its body and the action of its audit entry. */
const secrets = {
  'an API token': ['tokens', token, 'api-token-made'],
  'the secret of a new endpoint': ['webhooks', endpoint, 'webhook-added'],
  'a new secret of an endpoint': ['webhooks/ID/rotate', {}, 'webhook-secret-rotated'],
  'another address of an endpoint': ['webhooks/ID', { ...endpoint, url: 'https://example.net/hook' }, 'webhook-edited'],
} as const;

eachEngineRounds((under) => {
  async function start() {
    const server = await startDesk(under, wideLimits);
    const { context, signInAs, desk } = server;
    const second = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir });
    onTestFinished(() => second.storage.close());
    const admin = await signInAs('admin');
    const post = (path: string, cookie: string, body: object) =>
      desk('POST', `/api/desk/connections/${path}`, { cookie, body });
    /** The audit entries for an admin's action and for the end of their role, in order. */
    const notedOf = (personId: string, action: string) =>
      context.storage.db
        .selectFrom('audit_entries')
        .leftJoin('audit_subjects', 'audit_subjects.seq', 'audit_entries.seq')
        .select('action')
        .distinct()
        .select('audit_entries.seq')
        .where(({ eb, or }) => or([eb('by_id', '=', personId), eb('subject_id', '=', personId)]))
        .where('action', 'in', [action, 'role-changed'] as never[])
        .orderBy('audit_entries.seq')
        .execute()
        .then((rows) => rows.map((row) => row.action));
    return { ...server, second, admin, post, notedOf, atOnce: createAtOnce(context.storage) };
  }

  describe('R651 somebody who loses the role at the instant at which they ask for it is handed out before that, or not at all:', () => {
    it.each(Object.entries(secrets))('%s', async (_, [path, body, action]) => {
      const { second, admin, post, notedOf, atOnce, signInAs } = await start();
      await playRounds(many, ['handed out', 'signed out'], async (round) => {
        const leaver = await signInAs('admin');
        const added = await post('webhooks', admin.cookie, endpoint);
        const { id } = added.json<{ endpoint: { id: string } }>().endpoint;
        const { version } = (await second.people.find(leaver.personId)) ?? { version: 0 };
        const [answer] = await atOnce([
          () => post(path.replace('ID', id), leaver.cookie, { ...body, ...(path.includes('ID') && { version: 1 }) }),
          () => second.people.changeRole(admin.personId, { id: leaver.personId, version }, 'agent'),
        ]);
        const order = answer.status === 200 ? [action, 'role-changed'] : ['role-changed'];
        expect([200, 401], `round ${round}: ${answer.text}`).toContain(answer.status);
        expect(await notedOf(leaver.personId, action), `round ${round}`).toEqual(order);
        const all = await second.webhooks.list();
        for (const one of all) await second.webhooks.remove(one.id, admin);
        await second.storage.db.deleteFrom('api_tokens').execute();
        return answer.status === 200 ? 'handed out' : 'signed out';
      });
    });
  });
});
