/** Access that was withdrawn from people and programs since a backup does not come back when the backup is restored. */
import { expect, test } from 'vitest';
import { codeLinkPath, codeLinkTimes } from '#contract/code-link.ts';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import type { openBrowser } from '../support/desk-browser.ts';
import { inviteMember, setUpAdmin } from '../support/desk-people.ts';
import { eachEngine } from '../support/each-engine.ts';
import { createSoftPasskey } from '../support/passkey.ts';
import { recordsOf } from '../support/records.ts';
import { staffOf } from '../support/staff.ts';
import { browserAt, type RestorableServer, restoredAfter, startThere } from './support/restoring.ts';

const password = 'a different long sentence';

/** The role of the person with this address. */
const roleOf = async ({ db }: RestorableServer, mail: string) =>
  (await db.selectFrom('people').select('role').where('mail', '=', mail).executeTakeFirstOrThrow()).role;

/** A link to an access code that has been sent to a dealership. */
async function sentLink({ context, db, call }: RestorableServer) {
  const { id: dealership_id } = await db.selectFrom('dealerships').select('id').executeTakeFirstOrThrow();
  await db.updateTable('dealerships').set({ agreement_date: '2026-11-02' }).where('id', '=', dealership_id).execute();
  const id = mintId();
  const token = context.keyed.of('code-link', id);
  const at = context.now();
  await db
    .insertInto('code_links')
    .values({
      id,
      token_hash: context.keyed.of('code-link-token', token),
      dealership_id,
      contact_name: 'Dana Whitlock',
      grace_hours: 24,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + codeLinkTimes.linkForMs).toISOString(),
    })
    .execute();
  expect((await call('POST', codeLinkPath, undefined, { token })).status).toBe(200);
  return { dealership_id, token };
}

/** How far a sign-in gets with a password and a recovery code. */
async function signsIn(
  server: Parameters<typeof openBrowser>[0],
  email: string,
  typed: string,
  code: string,
): Promise<string> {
  const browser = browserAt(server);
  const first = await browser.signIn(email, typed);
  if (first !== 'ok') return first;
  return browser.outcome(sessionEndpoints.giveSecondFactor, { body: { kind: 'recovery-code', code } });
}

eachEngine((under) => {
  test('R380 who was removed or lost a role since a backup is no more again after its restore, and factors are those of today', async () => {
    const server = await startThere(under, await under.newPlace());
    const { context } = server;
    const ada = await setUpAdmin(server);
    const bo = await inviteMember(server, ada, 'manager');
    const cy = await inviteMember(server, ada, 'admin', 'Cy Marsh', browserAt(server));
    const lost = createSoftPasskey();
    const created = lost.create(await ada.browser.need(accountEndpoints.beginPasskey, { body: {} }));
    await ada.browser.need(accountEndpoints.addPasskey, { body: { name: 'Lost', response: created } });
    const found = async (mail: string) => {
      const row = await server.db.selectFrom('people').selectAll().where('mail', '=', mail).executeTakeFirstOrThrow();
      return { id: row.id, version: row.version };
    };
    const by = (await found(ada.email)).id;
    const [spent = '', other = ''] = ada.recoveryCodes;

    const restored = await restoredAfter(under, server, async () => {
      expect((await context.people.remove(by, await found(bo.email))).kind).toBe('done');
      expect((await context.people.changeRole(by, await found(cy.email), 'viewer')).kind).toBe('done');
      await ada.browser.need(accountEndpoints.removePasskey, { params: { id: lost.id }, body: {} });
      await ada.browser.need(accountEndpoints.changePassword, { body: { password } });
      expect(await signsIn(server, ada.email, password, spent)).toBe('ok');
    });

    expect(await signsIn(restored, bo.email, 'violet tractor hums at dawn', bo.recoveryCodes[0] ?? '')).not.toBe('ok');
    expect(await roleOf(restored, cy.email)).toBe('viewer');
    expect(await signsIn(restored, ada.email, 'violet tractor hums at dawn', other)).not.toBe('ok');
    expect(await signsIn(restored, ada.email, password, spent)).not.toBe('ok');
    const passkey = browserAt(restored);
    const response = lost.get(await passkey.need(sessionEndpoints.askPasskey, { body: {} }));
    expect(await passkey.outcome(sessionEndpoints.signInWithPasskey, { body: { response } })).not.toBe('ok');
    expect(await signsIn(restored, ada.email, password, other)).toBe('ok');
    expect(await signsIn(restored, cy.email, 'violet tractor hums at dawn', cy.recoveryCodes[0] ?? '')).toBe('ok');
  });

  test('R380 a program whose token or endpoint was ended since a backup gets nothing after its restore', async () => {
    const server = await startThere(under, await under.newPlace());
    const { apiTokens, webhooks } = server.context;
    const by = await staffOf(server.context).signInAs('admin');
    const make = async (name: string) => {
      const made = await apiTokens.make({ name, scopes: ['leads:read'], days: 30 }, by);
      return made.token === undefined ? expect.unreachable('no token') : made;
    };
    const [revoked, kept] = [await make('revoked'), await make('kept')];
    const add = async (name: string) => {
      const url = `https://${name}.example/hook`;
      const added = await webhooks.add({ name, url, events: ['lead.received'] }, by);
      return added.kind === 'done' ? added.value.endpoint.id : expect.unreachable('no endpoint');
    };
    const [removed, off, moved, open] = [await add('removed'), await add('off'), await add('moved'), await add('open')];

    const restored = await restoredAfter(under, server, async () => {
      await apiTokens.revoke(revoked.id, by.personId);
      await webhooks.remove(removed, by);
      await webhooks.setOn(off, 1, false, by);
      const elsewhere = { name: 'moved', url: 'https://elsewhere.example/hook', events: ['lead.received'] } as const;
      expect((await webhooks.edit(moved, 1, elsewhere, by)).kind).toBe('done');
    });

    const read = async (token: string) => (await restored.call('GET', '/api/v1/leads', token)).status;
    expect(await read(revoked.token)).toBe(401);
    expect(await read(kept.token)).toBe(200);
    const shown = (await restored.context.webhooks.list()).map(({ id, state, url }) => [id, state, url]);
    expect(shown.toSorted()).toEqual(
      [
        [off, 'disabled', 'https://off.example/hook'],
        [moved, 'working', 'https://elsewhere.example/hook'],
        [open, 'working', 'https://open.example/hook'],
      ].toSorted(),
    );
  });

  test('R380 what was put under a legal hold since a backup is under it after its restore', async () => {
    const server = await startThere(under, await under.newPlace());
    const { addLead, addDealership } = recordsOf(server.db, { at: new Date() });
    const [lead, other] = [await addLead({ days: 2000 }), await addLead({ days: 2000 })];
    const dealership = await addDealership({ closedDaysAgo: null });
    const { hold: before } = await server.context.holds.set(null, { kind: 'lead', id: other }, 'a case');
    const restored = await restoredAfter(under, server, async () => {
      const { holds } = server.context;
      expect((await holds.set(null, { kind: 'lead', id: lead }, 'another case')).hold).toBeDefined();
      expect((await holds.set(null, { kind: 'dealership', id: dealership }, 'a third')).hold).toBeDefined();
    });
    const { holds } = restored.context;
    const reasons = (await holds.standing()).map(({ reason }) => reason);
    expect(reasons.toSorted()).toEqual(['a case', 'a third', 'another case']);
    const [standing] = await holds.on('lead', lead);
    const row = await restored.db
      .selectFrom('leads')
      .select('hold_id')
      .where('id', '=', lead)
      .executeTakeFirstOrThrow();
    expect(row.hold_id).toBe(standing?.id);
    expect((await holds.on('lead', other)).map(({ id }) => id)).toEqual([before?.id]);
    expect(await holds.end(null, standing?.id ?? '')).toBe(true);
  });

  test('R380 a link to an access code that was sent before a backup makes none after its restore', async () => {
    const server = await startThere(under, await under.newPlace());
    const { dealership_id, token } = await sentLink(server);
    const restored = await restoredAfter(under, server, () => server.context.codeLinks.withdraw(null, dealership_id), {
      replaces: false,
    });
    expect(restored.said).toContain('Who was removed from the staff');
    const { status } = await restored.call('POST', codeLinkPath, undefined, { token });
    expect(status).toBe(404);
  });
});
