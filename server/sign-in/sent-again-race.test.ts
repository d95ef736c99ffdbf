/** An invitation is sent again by a form that does not show what became of its person meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import { editPerson, viewPerson } from '#contract/desk/people-endpoints.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin, tokenOf } from '../../tests/support/desk-people.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { seededRandom } from '../../tests/support/seeded.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 120_000 });

eachEngineRounds((under) => {
  async function start() {
    const server = await startPortal(under, { ...wideLimits, ON_SHIFT: '' });
    const { browser } = await setUpAdmin(server);
    const invite = (body: { personId: string | null; name: string; email: string; version?: number }) =>
      browser.outcome(linkEndpoints.invite, { body: { role: 'agent', by: 'link', ...body } });
    /** Invites somebody new. The result is what a form shows that is opened now. */
    async function invited(name: string) {
      const email = `${name.replaceAll(' ', '-').toLowerCase()}@old.example`;
      const { link, invitation } = await browser.need(linkEndpoints.invite, {
        body: { personId: null, name, email, role: 'agent', by: 'link' },
      });
      const { version } = await browser.need(viewPerson, { params: { id: invitation.personId } });
      return { personId: invitation.personId, name, email, version, token: tokenOf(link ?? '') };
    }
    const correct = ({ personId: id, name, version }: { personId: string; name: string; version: number }) =>
      browser.outcome(editPerson, {
        params: { id },
        body: { version, name, phone: '', mail: `${name.replaceAll(' ', '-').toLowerCase()}@right.example` },
      });
    const mailOf = async (id: string) => (await browser.need(viewPerson, { params: { id } })).mail;
    return { ...server, browser, invite, invited, correct, mailOf };
  }

  it('R995 a form that was opened before the address of its person was corrected invites nobody and says so, whether it names the person or not', async () => {
    const { invite, invited, correct, mailOf, browser } = await start();
    const { token: _, ...form } = await invited('Bo Tanner');
    expect(await correct(form)).toBe('ok');
    expect(await invite(form)).toBe('personChanged');
    expect(await invite({ personId: null, name: form.name, email: form.email })).toBe('nameTaken');
    expect(await mailOf(form.personId)).toBe('bo-tanner@right.example');
    const { version } = await browser.need(viewPerson, { params: { id: form.personId } });
    expect(await invite({ ...form, email: 'newest@right.example', version })).toBe('ok');
    expect(await mailOf(form.personId)).toBe('newest@right.example');
  });

  it('R995 of an invitation and a correction of the address at the same instant, the later one is told of the earlier one', async () => {
    const { context, invite, invited, correct, mailOf } = await start();
    const atOnce = createAtOnce(context.storage, 20);
    await playRounds(10, ['corrected', 'invited'], async (round) => {
      const { token: _, ...form } = await invited(`Bo ${round}`);
      const email = `bo-${round}@other.example`;
      const [again, corrected] = await atOnce([() => invite({ ...form, email }), () => correct(form)]);
      const isCorrected = corrected === 'ok';
      expect(again).toBe(isCorrected ? 'personChanged' : 'ok');
      expect(await mailOf(form.personId)).toBe(isCorrected ? `bo-${round}@right.example` : email);
      return isCorrected ? 'corrected' : 'invited';
    });
  });

  it('R1003 whoever accepts an invitation at the instant at which it is sent again stays in, or their link is dead', async () => {
    const server = await start();
    const { context, invite, invited, browser } = server;
    const atOnce = createAtOnce(context.storage);
    const random = seededRandom();
    // An acceptance hashes its password first, for as long as this machine needs.
    let hashedForMs = 0;
    await playRounds(12, ['accepted first', 'sent again first'], async (round) => {
      const { token, ...form } = await invited(`Cy ${round}`);
      const guest = openBrowser(server, { from: `10.8.0.${(round % 250) + 1}` });
      const body = { token, name: form.name, password: goodPassword };
      const [accepted, again] = await atOnce([
        async () => {
          const beganMs = performance.now();
          const outcome = await guest.outcome(linkEndpoints.acceptInvitation, { body });
          hashedForMs = Math.max(hashedForMs, performance.now() - beganMs);
          return outcome;
        },
        () => pause(random.between(0, Math.ceil(hashedForMs))).then(() => invite(form)),
      ]);
      const { invitations } = await browser.need(linkEndpoints.listInvitations, {});
      expect(invitations.filter(({ personId }) => personId === form.personId)).toHaveLength(1);
      const { state } = await guest.view();
      expect([accepted, again, state]).toEqual(
        accepted === 'ok' ? ['ok', 'accepted', 'enrol'] : ['deadLink', 'ok', 'none'],
      );
      return accepted === 'ok' ? 'accepted first' : 'sent again first';
    });
  });

  it('R1003 whoever waits for the confirmation stays in when they are invited again, until somebody withdraws their invitation', async () => {
    const server = await start();
    const { invite, invited, browser } = server;
    const { token, ...form } = await invited('Dee Marsh');
    const guest = openBrowser(server, { from: '10.8.1.1' });
    await guest.need(linkEndpoints.acceptInvitation, { body: { token, name: form.name, password: goodPassword } });
    await guest.addApp(server.context.now);
    expect(await invite(form)).toBe('accepted');
    expect((await guest.view()).state).toBe('waiting-for-confirmation');
    const { invitations } = await browser.need(linkEndpoints.listInvitations, {});
    const params = { id: invitations[0]?.id ?? '' };
    expect(await browser.outcome(linkEndpoints.withdrawInvitation, { params, body: {} })).toBe('ok');
    expect(await invite(form)).toBe('ok');
  });
});
