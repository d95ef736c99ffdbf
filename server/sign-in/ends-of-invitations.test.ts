/** Every beginning and end of an invitation reaches the other consoles, which may show it, or its link. */
import { expect, it } from 'vitest';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import { goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin, tokenOf } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { mostWrongConfirmations } from './invitations.ts';

eachEngine((under) => {
  it('R787 the other consoles learn of each invitation, of its withdrawal, and of its end by five wrong codes', async () => {
    const server = await startPortal(under, { ON_SHIFT: '' }, { now: () => new Date('2026-11-21T21:06:00Z') });
    const { browser } = await setUpAdmin(server);
    const { db } = server.context.storage;
    /** How many changes of a person are told while something is done. */
    async function toldOf<T>(act: () => Promise<T>, personIdOf: (done: T) => string) {
      const last = async () =>
        (await db.selectFrom('desk_changes').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst())?.seq ??
        0;
      const before = await last();
      const done = await act();
      const told = await db
        .selectFrom('desk_changes')
        .select('seq')
        .where('seq', '>', before)
        .where('topic', '=', 'people')
        .where('about', '=', personIdOf(done))
        .execute();
      return { done, isTold: told.length > 0 };
    }
    const whom = { personId: null, name: 'Bo Tanner', email: 'bo@boxline.example', role: 'agent', by: 'link' } as const;
    const invite = () =>
      toldOf(
        () => browser.need(linkEndpoints.invite, { body: whom }),
        ({ invitation }) => invitation.personId,
      );
    const first = await invite();
    expect(first.isTold).toBe(true);
    // The person and the address are as before, but the link is another one.
    const second = await invite();
    expect(second.isTold).toBe(true);
    const { personId } = second.done.invitation;
    const params = { id: second.done.invitation.id };
    const withdrawn = await toldOf(
      () => browser.need(linkEndpoints.withdrawInvitation, { params, body: {} }),
      () => personId,
    );
    expect(withdrawn.isTold).toBe(true);

    const third = (await invite()).done;
    const invited = openBrowser(server, { from: '10.7.0.2' });
    const body = { token: tokenOf(third.link ?? ''), name: whom.name, password: goodPassword };
    await invited.need(linkEndpoints.acceptInvitation, { body });
    const { session } = await invited.addApp(server.context.now);
    const code = session.state === 'waiting-for-confirmation' && session.code === '000000' ? '000001' : '000000';
    const confirm = () =>
      browser.outcome(linkEndpoints.confirmInvitation, { params: { id: third.invitation.id }, body: { code } });
    for (let round = 1; round < mostWrongConfirmations; round++) expect(await confirm()).toBe('wrongCode');
    const last = await toldOf(confirm, () => personId);
    expect(last).toEqual({ done: 'lastWrongCode', isTold: true });
  });
});
