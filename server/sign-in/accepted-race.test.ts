/** The address of an invited person is changed at the instant at which they complete what their account needs. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import { editPerson, viewPerson } from '#contract/desk/people-endpoints.ts';
import { playRounds } from '../../tests/support/at-once.ts';
import { goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin, tokenOf } from '../../tests/support/desk-people.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { whileHeld } from '../../tests/support/while-held.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { totpCodeAt } from './totp.ts';

vi.setConfig({ testTimeout: 120_000 });

/** So long one of the two waits for the other to come first, in milliseconds. */
const headStartMs = 150;

onPostgres((under) => {
  it('R904 an invited person who is told to wait for their inviter stays invited when their address is changed at that instant', async () => {
    const server = await startPortal(under, { ...wideLimits, ON_SHIFT: '' });
    const { browser } = await setUpAdmin(server);
    const { storage, now } = server.context;
    await playRounds(4, ['accepted first', 'changed first'], async (round) => {
      const name = `Bo Tanner ${round}`;
      const { link, invitation } = await browser.need(linkEndpoints.invite, {
        body: { personId: null, name, email: `bo-${round}@boxline.example`, role: 'agent', by: 'link' },
      });
      const invited = openBrowser(server, { from: `10.7.0.${round + 1}` });
      const body = { token: tokenOf(link ?? ''), name, password: goodPassword };
      await invited.need(linkEndpoints.acceptInvitation, { body });
      const { secret } = await invited.need(accountEndpoints.beginTotp, { body: {} });
      const params = { id: invitation.personId };
      const { version } = await browser.need(viewPerson, { params });
      const complete = () => invited.outcome(accountEndpoints.addTotp, { body: { code: totpCodeAt(secret, now()) } });
      const change = () =>
        browser.outcome(editPerson, {
          params,
          body: { version, name, phone: '', mail: `tanner-${round}@boxline.example` },
        });
      const waitMs = round % 2 === 0 ? { complete: 0, change: headStartMs } : { complete: headStartMs, change: 0 };
      // Both end with an entry of the audit log, so neither ends before both have begun.
      const [, completed, changed] = await Promise.all(
        whileHeld(storage, (trx) => trx.selectFrom('audit_heads').selectAll().forUpdate().execute(), [
          () => pause(waitMs.complete).then(complete),
          () => pause(waitMs.change).then(change),
        ]).map((act) => act()),
      );
      expect(changed).toBe('ok');
      const { invitations } = await browser.need(linkEndpoints.listInvitations, {});
      const told = await storage.db
        .selectFrom('staff_notices')
        .select('kind')
        .where('person_id', '=', invitation.personId)
        .execute();
      const state = invitations.find(({ id }) => id === invitation.id)?.state;
      expect(state, `completed: ${completed}`).toBe(completed === 'ok' ? 'accepted' : undefined);
      expect(told).toEqual(completed === 'ok' ? [{ kind: 'address-changed' }] : []);
      return completed === 'ok' ? 'accepted first' : 'changed first';
    });
  });
});
