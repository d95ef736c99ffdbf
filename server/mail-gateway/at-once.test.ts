/** Posts of a browser itself, without the page's script, that reach the server at the same instant. */
import { describe, expect, it, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { intakeParams } from '../../tests/support/answers.ts';
import { leadsOf, startApp } from '../../tests/support/app.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 12;
const headers = { accept: 'text/html,application/xhtml+xml' };

eachEngineAlways((under) => {
  async function running() {
    const server = await startApp(under, wideLimits);
    const atOnce = createAtOnce(server.context.storage);
    /** Posts an intake; returns where the browser is sent. */
    const post = async (params: Record<string, unknown>) => {
      const { status, headers: answered } = await server.sendForm('intake', intakeParams(params), headers);
      return { status, location: String(answered['location']) };
    };
    const named = async (business: string) =>
      (await leadsOf(server)).filter(({ answers }) => JSON.parse(answers).business_name === business);
    return { atOnce, post, named };
  }

  describe('R741 two posts of a browser itself at the same instant', () => {
    it('with one id and other answers are both thanked for: a lead each', async () => {
      const { atOnce, post, named } = await running();
      await playRounds(rounds, ['first', 'second'], async (round) => {
        const submission_id = mintId();
        const business_name = `One Id ${round} Motors`;
        const answers = await atOnce([
          () => post({ submission_id, business_name, dba: 'First' }),
          () => post({ submission_id, business_name, dba: 'Second' }),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([303, 303]);
        const leads = await named(business_name);
        expect(leads).toHaveLength(2);
        const isThere = (location: string) => leads.some(({ reference }) => location.endsWith(reference));
        expect(answers.every(({ location }) => isThere(location))).toBe(true);
        const own = leads.find(({ id }) => id === submission_id);
        return answers[0].location.endsWith(own?.reference ?? 'no lead has the id') ? 'first' : 'second';
      });
    });

    it('with equal answers under two ids are one lead, under one of them', async () => {
      const { atOnce, post, named } = await running();
      await playRounds(rounds, ['first', 'second'], async (round) => {
        const ids = [mintId(), mintId()] as const;
        const business_name = `Two Ids ${round} Motors`;
        const answers = await atOnce([
          () => post({ submission_id: ids[0], business_name }),
          () => post({ submission_id: ids[1], business_name }),
        ]);
        const leads = await named(business_name);
        expect(leads).toHaveLength(1);
        const [lead] = leads;
        expect(answers.map(({ location }) => location.endsWith(lead?.reference ?? 'none'))).toEqual([true, true]);
        expect(ids).toContain(lead?.id);
        return lead?.id === ids[0] ? 'first' : 'second';
      });
    });
  });
});
