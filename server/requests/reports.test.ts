/** Reports of the text provider that come at once, as they do: it sends each over a connection of its own. */
import { expect, it } from 'vitest';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { eachEngine, roundsOf } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';

const rounds = roundsOf(5);

eachEngine((under) => {
  it('R33 the reports of one text that come at once write each thing once, and what the telephone has stays so', async () => {
    const sms = await startFakeSms();
    const portal = await startPortal(under, { ...sms.env, ON_SHIFT: 'Marlow Finch, +12075550121' });
    const { app, context } = portal;
    const { db } = context.storage;
    const token = await portal.sessionFor(portal.shared.code);
    for (let round = 0; round < rounds; round++) {
      // Nobody knows whether the provider has the text, until it reports.
      sms.meet({ kind: 'cut' });
      const id = await portal.ask(token, { additionalInfo: `round ${round}` });
      await context.delivery.runDue();
      const text = sms.texts.at(-1);
      if (!text) throw new Error('nothing was sent');
      const report = (status: string) =>
        app.inject({
          method: 'POST',
          url: new URL(text.statusCallback).pathname,
          ...sms.report(text, status),
        });
      const statuses = ['sent', 'delivered', 'queued', 'delivered', 'undelivered', 'sent', 'delivered'];
      const answers = await Promise.all(statuses.map(report));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(statuses.map(() => 204));
      const row = db.selectFrom('messages').selectAll().where('subject_id', '=', id).where('channel', '=', 'sms');
      expect(await row.executeTakeFirstOrThrow()).toMatchObject({ state: 'sent', last_error: null });
      const history = await portal.historyOf(id);
      const times = (kind: string) => history.filter((line) => line.startsWith(kind)).length;
      expect([times('sent'), times('delivered')], history.join(', ')).toEqual([1, 1]);
      expect(await portal.view(token, id)).toMatchObject({ state: 'delivered', smsStatus: 'going' });
    }
  });
});
