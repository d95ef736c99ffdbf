/** A webhook secret is rotated twice: the receiver's own secret goes on verifying until its day is over. */
import { expect, test } from 'vitest';
import { createSecretBox } from '#server/secret-box.ts';
import { loadSecretKey } from '#server/secret-key.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { type EngineUnderTest, eachEngineWithRaces, roundsOf } from '../../tests/support/each-engine.ts';

const dayMs = 24 * 3_600_000;

async function running(under: EngineUnderTest) {
  let aheadMs = 0;
  const server = await startDesk(under, {}, { now: () => new Date(Date.now() + aheadMs) });
  const { context, signInAs, desk } = server;
  const [one, two] = [await signInAs('admin'), await signInAs('admin')];
  const secretBox = createSecretBox(context.config.secretKey ?? loadSecretKey(context.config.dataDir));
  const add = async () => {
    const answer = await desk('POST', '/api/desk/connections/webhooks', {
      cookie: one.cookie,
      body: { name: 'Back office', url: 'https://example.org/hook', events: ['lead.received'] },
    });
    return answer.json() as { endpoint: { id: string; version: number }; secret: string };
  };
  const rotate = (id: string, version: number, { cookie } = one) =>
    desk('POST', `/api/desk/connections/webhooks/${id}/rotate`, { cookie, body: { version } });
  const remove = (id: string) =>
    desk('POST', `/api/desk/connections/webhooks/${id}/remove`, { cookie: one.cookie, body: {} });
  /** The secrets that sign now, the current one first. */
  const signing = async (id: string) => {
    const row = await context.storage.db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const at = new Date(Date.now() + aheadMs).toISOString();
    const earlier = row.earlier_until !== null && row.earlier_until > at ? row.earlier_secret : null;
    return [row.sealed_secret, earlier].flatMap((encrypted) =>
      encrypted === null ? [] : (secretBox.decrypt('webhook-secret', encrypted) ?? []),
    );
  };
  const pass = (ms: number) => {
    aheadMs += ms;
  };
  return { two, add, rotate, remove, signing, pass };
}

eachEngineWithRaces((under) => {
  test('R584 of two who rotate a secret at the same instant one does, and the receiver’s secret goes on signing', async () => {
    const { two, add, rotate, remove, signing } = await running(under);
    for (let round = 0; round < roundsOf(20); round++) {
      const { endpoint, secret } = await add();
      const answers = await Promise.all([rotate(endpoint.id, 1), rotate(endpoint.id, 1, two)]);
      expect(answers.map(({ status }) => status).toSorted(), `round ${round}`).toEqual([200, 409]);
      const made = answers.find(({ status }) => status === 200)?.json() as { secret: string };
      expect(await signing(endpoint.id)).toEqual([made.secret, secret]);
      const changed = answers.find(({ status }) => status === 409);
      expect(changed?.json()).toMatchObject({ id: endpoint.id, version: 2 });
      await remove(endpoint.id);
    }
  });

  test('R584 a secret that is rotated again because the answer was lost leaves the receiver’s own signing, for a day', async () => {
    const { add, rotate, signing, pass } = await running(under);
    const { endpoint, secret } = await add();
    await rotate(endpoint.id, 1);
    pass(60_000);
    const again = (await rotate(endpoint.id, 2)).json() as { secret: string };
    expect(await signing(endpoint.id)).toEqual([again.secret, secret]);
    pass(dayMs);
    expect(await signing(endpoint.id)).toEqual([again.secret]);
  });
});
