/** The last telephone of the shift is removed where requests are announced by text only: by one person, and by two at once. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createContext } from '#server/context.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 12;
const phone = '+12075550131';

eachEngineRounds((under) => {
  async function twoServers(env: Record<string, string> = {}) {
    const sms = await startFakeSms();
    const server = await startDesk(under, { ...wideLimits, ...sms.env, SMTP_URL: '', ON_SHIFT: '', ...env });
    const { context, signInAs } = server;
    const other = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir });
    onTestFinished(() => other.storage.close());
    const { db } = context.storage;
    const { personId: by } = await signInAs('admin');
    const [bo, cy, dee] = [await signInAs('agent'), await signInAs('agent'), await signInAs('agent')];
    /** Changes somebody's number, as an admin does. */
    const edit = async (at: typeof context, person: typeof bo, number: string) => {
      const { version = 0 } = (await at.people.find(person.personId)) ?? {};
      const { name, mail } = person;
      return at.people.edit(by, { id: person.personId, version }, { name, mail, phone: number }, { proved: true });
    };
    const alerts = async () => {
      const rows = await db.selectFrom('alerts').select('kind').execute();
      await db.deleteFrom('alerts').execute();
      return rows.map(({ kind }) => kind);
    };
    const atOnce = createAtOnce(context.storage);
    return { first: context, second: other, by, bo, cy, dee, edit, alerts, atOnce };
  }

  describe('R361 the last telephone of the shift that is taken away', () => {
    it('alerts the operator, however it is taken, and is no alert while somebody with one stays', async () => {
      const { first, by, bo, cy, dee, edit, alerts } = await twoServers();
      for (const { personId } of [bo, cy, dee]) await first.people.switchShift(personId, personId, true);
      for (const person of [bo, cy]) await edit(first, person, phone);
      await first.settings.setTextAgent(true, { by });
      expect(await alerts()).toEqual([]);
      await edit(first, bo, '');
      expect(await alerts()).toEqual([]);
      await edit(first, cy, '');
      expect(await alerts()).toEqual(['shift-unreached']);
      await edit(first, cy, phone);
      await first.shift.add({ name: cy.name, phone: null, mail: cy.mail });
      expect(await alerts()).toEqual(['shift-unreached']);
      await edit(first, cy, phone);
      await first.people.switchShift(cy.personId, cy.personId, false);
      expect(await alerts()).toEqual(['shift-unreached']);
      await first.people.switchShift(bo.personId, bo.personId, false);
      expect(await alerts()).toEqual([]);
      await first.people.switchShift(dee.personId, dee.personId, false);
      expect(await alerts()).toEqual(['shift-empty']);
    });

    it('alerts nobody where the operator is mailed', async () => {
      const mail = {
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'desk@boxline.example',
        MAIL_TO: 'owner@boxline.example',
      };
      const { first, by, bo, edit, alerts } = await twoServers({ ...mail, PUBLIC_URL: 'https://desk.example' });
      await first.people.switchShift(bo.personId, bo.personId, true);
      await edit(first, bo, phone);
      await first.settings.setTextAgent(true, { by });
      await edit(first, bo, '');
      expect(await alerts()).toEqual([]);
      await first.people.switchShift(bo.personId, bo.personId, false);
      expect(await alerts()).toEqual(['shift-empty']);
    });

    it('while Text Agent is switched on at the same instant, the switch is refused or the operator is alerted', async () => {
      const { first, second, by, bo, edit, alerts, atOnce } = await twoServers();
      await first.people.switchShift(bo.personId, bo.personId, true);
      await playRounds(rounds, ['refused', 'alerted'], async (round) => {
        await edit(first, bo, phone);
        await first.settings.setTextAgent(false, { by });
        await alerts();
        const [switched] = await atOnce([() => first.settings.setTextAgent(true, { by }), () => edit(second, bo, '')]);
        const isOn = switched.kind === 'done';
        expect(await alerts(), `round ${round}`).toEqual(isOn ? ['shift-unreached'] : []);
        return isOn ? 'alerted' : 'refused';
      });
    });

    it('is one alert when one of the last two goes off as the number of the other is taken away', async () => {
      const { first, second, by, bo, cy, dee, edit, alerts, atOnce } = await twoServers();
      await first.people.switchShift(bo.personId, bo.personId, true);
      await edit(first, cy, phone);
      await first.people.switchShift(dee.personId, dee.personId, true);
      await playRounds(rounds, ['one alert'], async (round) => {
        await edit(first, bo, phone);
        await first.people.switchShift(cy.personId, cy.personId, true);
        if (round === 0) await first.settings.setTextAgent(true, { by });
        await alerts();
        await atOnce([() => edit(first, bo, ''), () => second.people.switchShift(cy.personId, cy.personId, false)]);
        expect(await alerts(), `round ${round}`).toEqual(['shift-unreached']);
        return 'one alert';
      });
    });
  });
});
