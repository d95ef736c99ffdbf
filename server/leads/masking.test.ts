/** What of a customer has no place here, typed into every free text that the server takes. */
import { describe, expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { startApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';

const ssn = '123-45-6789';
const card = '4242 4242 4242 4242';
const mark = '[Social Security number removed]';

/** Everything that the database holds, as text. */
async function everything({ db }: Storage): Promise<string> {
  const tables = ['leads', 'submissions', 'messages', 'agent_requests', 'request_events'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
}

eachEngine((under) => {
  describe('R43 a number that has no place here', () => {
    it.each(['send', 'sendForm'] as const)(
      'is masked before an intake is stored (%s), and its retry is the same lead',
      async (way) => {
        const server = await startApp(under);
        const submission_id = mintId();
        const params = intakeParams({ submission_id, how_did_you_hear: `Dana, SSN ${ssn}`, referred_by: card });
        expect(await server[way]('intake', params)).toMatchObject({ status: 200 });
        expect(await server[way]('intake', params)).toMatchObject({ status: 200 });
        const { db } = server.context.storage;
        const leads = await db.selectFrom('leads').select('answers').execute();
        expect(leads.map(({ answers }) => JSON.parse(answers))).toMatchObject([
          { how_did_you_hear: `Dana, SSN ${mark}`, referred_by: '[card number removed]' },
        ]);
        const all = (await everything(server.context.storage)) + server.log();
        for (const secret of [ssn, card]) expect(all).not.toContain(secret);
      },
    );

    it('is masked in the answers that amend earlier ones', async () => {
      const server = await startApp(under);
      const first = mintId();
      await server.send('inquiry', inquiryParams({ submission_id: first }));
      const amended = { submission_id: mintId(), amends: first, last_name: `Whitlock ${ssn}` };
      expect(await server.send('inquiry', inquiryParams(amended))).toMatchObject({ status: 200 });
      expect(await everything(server.context.storage)).toContain(`Whitlock ${mark}`);
      expect(await everything(server.context.storage)).not.toContain(ssn);
    });

    it('is masked in the note of a request, which the same press replays', async () => {
      const portal = await startPortal(under);
      const token = await portal.sessionFor(portal.shared.code);
      const request_id = mintId();
      const words = { request_id, additionalInfo: `Buyer ${ssn}, card ${card}` };
      expect((await portal.press(token, words)).json()).toEqual({ success: true });
      expect((await portal.press(token, words)).json()).toEqual({ success: true });
      expect((await portal.view(token, request_id)).additionalInfo).toBe(`Buyer ${mark}, card [card number removed]`);
      const all = (await everything(portal.context.storage)) + portal.log();
      for (const secret of [ssn, card]) expect(all).not.toContain(secret);
    });

    it('makes no note too long that was not', async () => {
      const portal = await startPortal(under);
      const token = await portal.sessionFor(portal.shared.code);
      const note = `${ssn} ${'x'.repeat(2000 - ssn.length - 1)}`;
      expect((await portal.press(token, { additionalInfo: note })).json()).toEqual({ success: true });
      expect((await portal.press(token, { additionalInfo: 'x'.repeat(2001) })).json()).toMatchObject({
        success: false,
      });
    });
  });
});
