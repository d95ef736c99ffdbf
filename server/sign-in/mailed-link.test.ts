/** Where the links go that people have mailed to themselves. */
import { describe, expect, it, vi } from 'vitest';
import { startDesk } from '../../tests/support/desk.ts';
import { type EngineUnderTest, eachEngine } from '../../tests/support/each-engine.ts';

const mail = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'operator@boxline.example',
};

async function running(under: EngineUnderTest) {
  const { context, signInAs, addPerson } = await startDesk(under, mail);
  const { people, signIn, storage } = context;
  const admin = await signInAs('admin');
  const agent = await addPerson('agent');
  const begin = await storage.transaction((trx) =>
    signIn.sessions.begin(
      trx,
      agent,
      'first-factor',
      { device: 'Firefox on Linux', deviceId: null },
      { proved: false },
    ),
  );
  const session = await signIn.sessions.find(begin.token);
  if (!session) throw new Error('no session');
  return {
    agent,
    admin,
    signIn,
    session,
    /** Gives the agent another address after the next call has found them, and before it writes. */
    moveMeanwhile() {
      const store = storage.transaction.bind(storage);
      const fields = { name: agent.name, phone: '', mail: 'new@boxline.example' };
      vi.spyOn(storage, 'transaction').mockImplementationOnce(async (work) => {
        const moved = await people.edit(admin.personId, { id: agent.id, version: 1 }, fields, { proved: true });
        expect(moved.kind).toBe('done');
        return store(work);
      });
    },
    linksTo: async () => {
      const sent = storage.db.selectFrom('messages').select('recipient').where('kind', '=', 'staff-link');
      return (await sent.execute()).map(({ recipient }) => recipient);
    },
  };
}

eachEngine((under) => {
  describe('R631 when an address changes as a link is made for it', () => {
    it('no link for a forgotten password goes to the old one', async () => {
      const { agent, signIn, moveMeanwhile, linksTo } = await running(under);
      moveMeanwhile();
      await signIn.firstFactor.forgot(agent.mail);
      expect(await linksTo()).toEqual([]);
      await signIn.firstFactor.forgot('New@boxline.example');
      expect(await linksTo()).toEqual(['new@boxline.example']);
    });

    it('the link for an unknown device goes to the new one', async () => {
      const { signIn, session, moveMeanwhile, linksTo } = await running(under);
      moveMeanwhile();
      expect(await signIn.account.mailDeviceLink(session)).toBe(true);
      expect(await linksTo()).toEqual(['new@boxline.example']);
    });

    it('no link of the operator opens the account by the old one', async () => {
      const { agent, signIn, moveMeanwhile } = await running(under);
      moveMeanwhile();
      expect(await signIn.firstAdmin.makeRecoveryLink(agent.mail)).toBeUndefined();
    });
  });

  it('R633 a link that an admin made a moment ago holds up none that is asked for by mail, and a mailed one does', async () => {
    const { agent, admin, signIn, session, linksTo } = await running(under);
    await signIn.account.makeDeviceLink(admin.personId, agent.id);
    expect(await signIn.account.mailDeviceLink(session)).toBe(true);
    expect(await linksTo()).toEqual([agent.mail]);
    expect(await signIn.account.mailDeviceLink(session)).toBe(true);
    expect(await linksTo()).toEqual([agent.mail]);
  });
});
