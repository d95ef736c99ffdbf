import { expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { startApp } from '../../tests/support/app.ts';
import { eachEngineAlways, roundsOf } from '../../tests/support/each-engine.ts';

const rounds = roundsOf(6);

eachEngineAlways((under) => {
  it('R33 attempts that amend one lead at once, each naming another of its attempts, build on each other', async () => {
    const server = await startApp(under, { LIMIT_LEADS_PER_ADDRESS: '1000/60' });
    const { db } = server.context.storage;
    for (let round = 0; round < rounds; round++) {
      const [first, second] = [mintId(), mintId()];
      const email = `moved-${round}@harborpoint.example`;
      const send = (submission_id: string, change: object) =>
        server.send(
          'inquiry',
          inquiryParams({ email: `first-${round}@harborpoint.example`, submission_id, ...change }),
        );
      await send(first, {});
      await send(second, { amends: first, last_name: 'Quill-Ames' });
      const ids = [mintId(), mintId(), mintId()];
      const answers = await Promise.all(
        ids.map((id, n) => send(id, { amends: n % 2 === 0 ? first : second, email, first_name: `Ada ${n}` })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const submissions = await db.selectFrom('submissions').selectAll().where('lead_id', '=', first).execute();
      expect(submissions).toHaveLength(5);
      const holding = submissions.filter(({ replaced_by }) => replaced_by === null);
      expect(holding).toHaveLength(1);
      const lead = await db.selectFrom('leads').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
      expect(JSON.parse(lead.answers)).toEqual(JSON.parse(holding[0]?.answers ?? ''));
      const confirmations = await db.selectFrom('messages').select('id').where('recipient', '=', email).execute();
      expect(confirmations, 'the first of them moved the address, the others found it there').toHaveLength(1);
    }
  });
});
