/** A comparison with an empty list: no value is in it, on both engines. */
import { expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';

eachEngineAlways((under) => {
  it('R382 nothing is in an empty list, and everything is in none', async () => {
    const { db } = await under.openStorage();
    const at = new Date().toISOString();
    await db.insertInto('people').values({ id: mintId(), name: 'Ana Ruiz', created_at: at }).execute();
    const people = db.selectFrom('people').select('name');
    expect(await people.where('id', 'in', []).execute()).toEqual([]);
    expect(await people.where('version', 'in', []).execute()).toEqual([]);
    expect(await people.where('phone', 'not in', []).execute()).toEqual([{ name: 'Ana Ruiz' }]);
    expect(await people.where(({ eb, or }) => or([eb('id', 'in', []), eb('role', 'is', null)])).execute()).toHaveLength(
      1,
    );
    const { numDeletedRows } = await db.deleteFrom('people').where('id', 'in', []).executeTakeFirstOrThrow();
    expect(numDeletedRows).toBe(0n);
  });

  it.each(['code-link', 'contact', 'request', 'lead', 'message'])(
    'R382 a %s that is gone when somebody erases it is said to be gone',
    async (kind) => {
      const { desk, signInAs } = await startPersonDesk(under);
      const { cookie } = await signInAs('admin');
      const id = mintId();
      const body = { items: [{ kind, id }], reason: 'asked' };
      const answer = await desk('POST', '/api/desk/erasures', { cookie, body });
      expect([answer.status, answer.json()]).toMatchObject([409, { kept: [{ kind, id, because: 'gone' }] }]);
    },
  );
});
