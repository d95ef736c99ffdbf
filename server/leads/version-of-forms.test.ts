/** What somebody saw of one form says nothing of another one under which it is shown later. */
import { describe, expect, it, vi } from 'vitest';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { startLeads } from '../../tests/support/leads.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 12;

eachEngineRounds((under) => {
  async function running() {
    const server = await startLeads(under);
    const [dana, lee] = [
      await server.signInAs('manager', { name: 'Dana Whitcomb' }),
      await server.signInAs('manager', { name: 'Lee Marsh' }),
    ];
    const read = (id: string) => server.record(dana.cookie, id);
    const edit = (cookie: string, { id, version }: LeadRecord, patch: object) =>
      server.act(cookie, id, '', { version, patch });
    return {
      ...server,
      dana,
      lee,
      read,
      edit,
      join: (kept: LeadRecord, other: LeadRecord) =>
        server.act(dana.cookie, kept.id, 'join', { version: kept.version, with: other.id, withVersion: other.version }),
      part: (lead: LeadRecord, part: string) =>
        server.act(dana.cookie, lead.id, 'part', { version: lead.version, part }),
      /** A lead that was changed so often since it came. */
      async changed(times: number): Promise<LeadRecord> {
        const id = await server.send('inquiry');
        for (let time = 0; time < times; time++) {
          await edit(dana.cookie, await read(id), { status: time % 2 === 0 ? 'contacted' : 'new' });
        }
        return read(id);
      },
    };
  }

  describe('R305 a lead as somebody saw it', () => {
    it('is not taken for the lead that it is joined to, whatever was done with either before', async () => {
      const { changed, lee, edit, join, read, desk } = await running();
      for (let times = 0; times < 4; times++) {
        const [kept, seen] = [await changed(0), await changed(times)];
        expect((await join(kept, seen)).status).toBe(200);
        const before = await read(kept.id);
        const answers = [
          await edit(lee.cookie, seen, { status: 'lost' }),
          await desk('POST', '/api/desk/dealerships', {
            cookie: lee.cookie,
            body: { lead: { id: seen.id, version: seen.version } },
          }),
        ];
        expect(
          answers.map(({ status }) => status),
          `changed ${times} times`,
        ).toEqual([409, 409]);
        expect(await read(kept.id)).toMatchObject({ status: before.status, dealershipId: null });
      }
    });

    it('is not taken for what is left of it when forms are parted', async () => {
      const { changed, lee, edit, join, part, read } = await running();
      for (let times = 0; times < 4; times++) {
        const [kept, form] = [await changed(times), await changed(0)];
        await join(kept, form);
        // The console may name the lead by any of its forms.
        const seen = { ...(await read(form.id)), id: form.id };
        await part(await read(kept.id), form.id);
        expect((await edit(lee.cookie, seen, { status: 'lost' })).status, `changed ${times} times`).toBe(409);
        expect((await read(form.id)).status).toBe('new');
      }
    });

    it('that is joined at the same instant is edited before, or its author reads what it has become', async () => {
      const { changed, lee, edit, join, read, context } = await running();
      const atOnce = createAtOnce(context.storage);
      await playRounds(rounds, ['edited', 'joined'], async (round) => {
        const [kept, seen] = [await changed(0), await changed(1)];
        const answers = await atOnce([() => edit(lee.cookie, seen, { status: 'lost' }), () => join(kept, seen)]);
        expect(answers.map(({ status }) => status).sort(), `round ${round}`).toEqual([200, 409]);
        expect((await read(kept.id)).status).toBe(answers[0].status === 200 ? 'new' : 'contacted');
        return answers[0].status === 200 ? 'edited' : 'joined';
      });
    });
  });
});
