/** Tests a program that reads at the instant at which its token is revoked, many times. */
import { expect, it, vi } from 'vitest';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 8;

eachEngineRounds((under) => {
  it('R290 a page is read and in the audit log before the token is revoked, or it is refused', async () => {
    const { app, context, addLead, signInAs } = await startPersonDesk(under);
    const admin = await signInAs('admin');
    await addLead();
    const atOnce = createAtOnce(context.storage);
    await playRounds(rounds, ['read', 'refused'], async () => {
      const made = await context.apiTokens.make({ name: 'CRM', scopes: ['leads:read'], days: 30 }, admin);
      if (made.token === undefined) throw new Error('no token was made');
      const headers = { authorization: `Bearer ${made.token}` };
      const [answer] = await atOnce([
        () => app.inject({ method: 'GET', url: '/api/v1/leads', headers }),
        () => context.apiTokens.revoke(made.id, admin.personId),
      ]);
      const entries = await context.storage.db
        .selectFrom('audit_subjects')
        .innerJoin('audit_entries', 'audit_entries.seq', 'audit_subjects.seq')
        .select('audit_entries.action')
        .where('audit_subjects.subject_id', '=', made.id)
        .orderBy('audit_entries.seq')
        .execute();
      const read = answer.statusCode === 200 ? ['api-read'] : [];
      expect([200, 401]).toContain(answer.statusCode);
      expect(entries.map(({ action }) => action)).toEqual(['api-token-made', ...read, 'api-token-revoked']);
      return answer.statusCode === 200 ? 'read' : 'refused';
    });
  });
});
