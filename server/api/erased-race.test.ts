/** Tests a program that reads while a record is erased: the page is in the audit log before the erasure, or has nothing of the record. */
import { describe, expect, it, vi } from 'vitest';
import type { ErasableKind } from '#contract/desk/person-request.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type EngineUnderTest, eachEngineAlways } from '../../tests/support/each-engine.ts';
import { person, startPersonDesk } from '../../tests/support/person.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 8;

async function running(under: EngineUnderTest) {
  const server = await startPersonDesk(under);
  const { app, context, signInAs } = server;
  const admin = await signInAs('admin');
  const made = await context.apiTokens.make(
    { name: 'CRM', scopes: ['leads:read', 'dealerships:read'], days: 30 },
    admin,
  );
  if (made.token === undefined) throw new Error('no token was made');
  const headers = { authorization: `Bearer ${made.token}` };
  return {
    ...server,
    read: (list: string) => app.inject({ method: 'GET', url: `/api/v1/${list}?limit=200`, headers }),
    erase: (kind: ErasableKind, id: string) =>
      context.erasure.erase({ items: [{ kind, id }], reason: 'asked', by: null }),
    async actions() {
      const entries = await context.storage.db.selectFrom('audit_entries').select('action').orderBy('seq').execute();
      return entries.map(({ action }) => action).filter((action) => ['api-read', 'records-erased'].includes(action));
    },
  };
}

eachEngineAlways((under) => {
  describe('R943 a page that a program reads', () => {
    it.each([
      ['leads', 'lead', 'addLead'],
      ['dealerships', 'contact', 'addContact'],
    ] as const)(
      'of %s before an erasure, and that the audit log has after it, has nothing of what was erased',
      async (list, kind, add) => {
        const server = await running(under);
        const { context, read, erase, actions } = server;
        const id = await server[add]();
        const note = context.apiTokens.read;
        const spy = vi.spyOn(context.apiTokens, 'read').mockImplementationOnce(async (...args) => {
          expect((await erase(kind, id)).kind).toBe('erased');
          return note(...args);
        });
        const answer = await read(list);
        expect(answer.statusCode).toBe(200);
        expect(answer.body).not.toContain(person.mail);
        expect(await actions()).toEqual(['records-erased', 'api-read']);
        spy.mockRestore();
      },
    );

    it('at the instant of an erasure is in the audit log before it, or has nothing of what was erased', async () => {
      const { context, addLead, read, erase, actions } = await running(under);
      const atOnce = createAtOnce(context.storage);
      let before = 0;
      await playRounds(rounds, ['read first', 'erased first'], async () => {
        const id = await addLead();
        const [answer, erased] = await atOnce([() => read('leads'), () => erase('lead', id)]);
        expect([answer.statusCode, erased.kind]).toEqual([200, 'erased']);
        const [first, ...rest] = (await actions()).slice(before);
        before += 2;
        expect(rest).toHaveLength(1);
        expect(answer.body.includes(person.mail)).toBe(first === 'api-read');
        return first === 'api-read' ? 'read first' : 'erased first';
      });
    });
  });
});
