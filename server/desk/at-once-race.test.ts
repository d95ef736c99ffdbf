/** Two staff members, at two servers, change one setting or one person at the same moment, many rounds. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { createContext } from '#server/context.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = roundsOf(15);

eachEngineRounds((under) => {
  async function twoServers(env: Record<string, string> = {}) {
    const server = await startDesk(under, { ...wideLimits, ...env });
    const { context } = server;
    const other = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir });
    onTestFinished(() => other.storage.close());
    const { db } = context.storage;
    return { ...server, db, first: context, second: other, atOnce: createAtOnce(context.storage) };
  }

  describe('R307 Text Agent switched on as the last one on shift goes off', () => {
    it('is refused or alerts the operator: it is never on for nobody in silence', async () => {
      const sms = await startFakeSms();
      const { first, second, db, signInAs, atOnce } = await twoServers({ ...sms.env, SMTP_URL: '', ON_SHIFT: '' });
      const [admin, bo] = [await signInAs('admin'), await signInAs('agent', { name: 'Bo' })];
      await db.updateTable('people').set({ phone: '+12075550131' }).where('id', '=', bo.personId).execute();
      const by = admin.personId;
      const alerts = async () =>
        (await db.selectFrom('alerts').select('id').where('kind', '=', 'shift-empty').execute()).length;
      await playRounds(rounds, ['refused', 'alerted'], async (round) => {
        await first.settings.setTextAgent(false, { by });
        await first.people.switchShift(bo.personId, bo.personId, true);
        const before = await alerts();
        const [switched] = await atOnce([
          () => first.settings.setTextAgent(true, { by }),
          () => second.people.switchShift(bo.personId, bo.personId, false),
        ]);
        const isOn = switched.kind === 'done';
        expect(await first.portal.textAgentOn()).toBe(isOn);
        expect((await alerts()) - before, `round ${round}`).toBe(isOn ? 1 : 0);
        return isOn ? 'alerted' : 'refused';
      });
    });
  });

  describe('R308 an invitation', () => {
    it('of one person by two at the same instant is answered to both, and one link of theirs works', async () => {
      const { desk, signInAs, first, atOnce } = await twoServers();
      const admins = [await signInAs('admin'), await signInAs('admin'), await signInAs('admin')];
      for (let round = 0; round < rounds; round++) {
        const body = {
          personId: null,
          name: `Noa ${round}`,
          email: `${mintId()}@x.example`,
          role: 'agent',
          by: 'link',
        };
        const answers = await atOnce(
          admins.map(
            ({ cookie }) =>
              () =>
                desk('POST', '/api/desk/invitations', { cookie, body }),
          ),
        );
        expect(
          answers.map(({ status }) => status),
          `round ${round}`,
        ).toEqual([200, 200, 200]);
        const links = answers.map((answer) => answer.json<{ link: string }>().link);
        const works = await Promise.all(links.map((link) => first.signIn.lookAtLink(link.split('#')[1] ?? '')));
        expect(works.filter((found) => found !== undefined)).toHaveLength(1);
      }
    });
  });
});
