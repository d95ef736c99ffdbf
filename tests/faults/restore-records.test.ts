/**
 * Dealerships, settings and leads after a restore. Changes that people made since the backup are kept where undoing them would do
 * harm.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lists } from '#brand/lists.ts';
import { mintId } from '#contract/reference.ts';
import { contactsWithConsent } from '#server/dealerships/service.ts';
import { alertRecipients } from '#server/settings/service.ts';
import { runScript } from '../support/command.ts';
import { setUpAdmin } from '../support/desk-people.ts';
import { eachEngine, temporaryFolder } from '../support/each-engine.ts';
import { answersOf } from '../support/leads.ts';
import { staffOf } from '../support/staff.ts';
import { runCommand } from './support/commands.ts';
import {
  backedUpAndRestored,
  emptyPlaceFor,
  type RestorableServer,
  restoredAfter,
  startThere,
} from './support/restoring.ts';

const { version: smsConsentVersion } = lists.smsConsent;

eachEngine((under) => {
  const start = async () => startThere(under, await under.newPlace());

  const dealership = ({ db }: RestorableServer, id: string) =>
    db.selectFrom('dealerships').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const samples = async ({ db }: RestorableServer) =>
    (await db.selectFrom('dealerships').select('id').orderBy('name').execute()).map(({ id }) => id);

  test('R480 a dealership whose account was closed or that was removed since a backup is so after its restore', async () => {
    const server = await start();
    const { dealerships, codes } = server.context;
    const [closed = '', removed = '', open = '', again = ''] = await samples(server);
    for (const id of [closed, removed, open, again])
      await dealerships.edit(null, { id }, { agreementDate: '2026-11-02' });
    const { code } = await codes.issue(closed, null);
    await dealerships.close(null, { id: again });
    const restored = await restoredAfter(under, server, async () => {
      await dealerships.close(null, { id: closed });
      await dealerships.remove(null, removed);
      await dealerships.reopen(null, { id: again });
    });
    expect(restored.said).toContain('3 dealerships');
    expect(await dealership(restored, closed)).toMatchObject({ closed_at: expect.any(String) });
    expect(await dealership(restored, removed)).toMatchObject({ removed_at: expect.any(String) });
    expect(await dealership(restored, open)).toMatchObject({ closed_at: null, removed_at: null });
    expect(await dealership(restored, again)).toMatchObject({ closed_at: null });
    const shared = await restored.sessionFor((await restored.context.codes.issue(null, null)).code);
    const named = async (id: string) => (await dealership(restored, id)).name;
    const isAsked = async (id: string) =>
      (await restored.press(shared, { dealershipName: await named(id), dealershipId: id })).text === '{"success":true}';
    expect(await isAsked(closed)).toBe(false);
    expect(await isAsked(removed)).toBe(false);
    expect(await isAsked(open)).toBe(true);
    expect((await restored.open(code)).status).toBe(401);
    const history = await restored.db
      .selectFrom('dealership_events')
      .select('kind')
      .where('dealership_id', '=', closed)
      .execute();
    expect(history.map(({ kind }) => kind)).toContain('closed');
  });

  test('R480 the name, zone, telephone and contacts of a dealership are those of the replaced database after a restore', async () => {
    const server = await start();
    const { dealerships } = server.context;
    const [id = ''] = await samples(server);
    const contact = (name: string) => ({ id: mintId(), name, role: '', phone: '', mail: `${name}@store.example` });
    const [gone, stays, came] = [contact('gone'), contact('stays'), contact('came')];
    await dealerships.edit(null, { id }, { contacts: [gone, stays] });
    const { updated_at: before } = await dealership(server, id);
    const restored = await restoredAfter(under, server, async () => {
      const patch = { name: 'Quay Motors', phone: '(207) 555-0177', zone: 'America/Denver', contacts: [stays, came] };
      expect((await dealerships.edit(null, { id }, patch)).kind).toBe('done');
    });
    const row = await dealership(restored, id);
    expect(row).toMatchObject({
      name: 'Quay Motors',
      phone: '(207) 555-0177',
      zone: 'America/Denver',
      sample_at: null,
    });
    expect(row.updated_at > before).toBe(true);
    expect(row.version).toBe((await dealership(server, id)).version);
    const names = (await contactsWithConsent(restored.db, id)).map(({ name }) => name);
    expect(names).toEqual(['stays', 'came']);
    const found = restored.db.selectFrom('search_texts').select('text').where('kind', '=', 'dealership');
    const { text } = await found.where('id', '=', id).executeTakeFirstOrThrow();
    expect(text).toContain('quay motors');
    expect(text).not.toContain('gone@');
  });

  test('R480 settings are those of the replaced database after a restore', async () => {
    const server = await start();
    const { settings } = server.context;
    const who = { by: null };
    const left = { kind: 'mail', value: 'left@boxline.example' } as const;
    await settings.setAlertRecipients([left], who);
    const since = async () => {
      expect(await settings.setTextAgent(false, who)).toMatchObject({ kind: 'done' });
      expect(await settings.setSharedCode(false, true, who)).toMatchObject({ kind: 'done' });
      expect(await settings.setAlertRecipients([], who)).toMatchObject({ kind: 'done' });
    };
    const { said, next } = await backedUpAndRestored(under, server, since, { replaces: true });
    expect(said).toContain('3 settings');
    const { db } = await under.openStorage(next);
    const stored = await db.selectFrom('settings').select(['name', 'value']).execute();
    expect(stored).toContainEqual({ name: 'text-agent', value: 'off' });
    expect(stored).toContainEqual({ name: 'shared-code', value: 'off' });
    expect(await alertRecipients(db)).toEqual([]);
    expect(stored.map(({ name }) => name)).toContain('last-restore');
  });

  const leadRow = ({ db }: RestorableServer, id: string) =>
    db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  async function withLeads() {
    const server = await start();
    const dana = await staffOf(server.context).signInAs('manager', { name: 'Dana Whitcomb' });
    const send = async (more: object = {}, change: Record<string, string | boolean> = {}, id = mintId()) => {
      const answers = answersOf('intake', change as never);
      const sent = { kind: 'intake' as const, id, answers, submittedDate: 'today', flags: [], ...more };
      const accepted = await server.context.leads.accept(sent);
      return 'leadId' in accepted ? accepted.leadId : expect.unreachable(`not stored: ${accepted.outcome}`);
    };
    return {
      server,
      dana,
      send,
      actor: { personId: dana.personId, sessionId: dana.sessionId },
      work: server.context.leadWork,
    };
  }

  test('R480 a lead that was marked as spam or lost since a backup is so after its restore, with what was written of it', async () => {
    const { server, send, actor, work } = await withLeads();
    const [spam, lost, owned, untouched] = [await send(), await send(), await send(), await send()];
    const restored = await restoredAfter(under, server, async () => {
      expect((await work.edit(actor, { id: spam }, { status: 'spam' })).kind).toBe('done');
      await work.note(actor, lost, { id: mintId(), text: 'They said: never call again.' });
      expect((await work.edit(actor, { id: lost }, { status: 'lost' })).kind).toBe('done');
      expect((await work.edit(actor, { id: owned }, { status: 'contacted', ownerId: actor.personId })).kind).toBe(
        'done',
      );
    });
    expect(await leadRow(restored, spam)).toMatchObject({ status: 'spam', closed_at: expect.any(String) });
    expect(await leadRow(restored, lost)).toMatchObject({ status: 'lost', closed_at: expect.any(String) });
    const { due_at } = await leadRow(server, owned);
    expect(await leadRow(restored, owned)).toMatchObject({ status: 'contacted', owner_id: actor.personId, due_at });
    expect(await leadRow(restored, untouched)).toMatchObject({ status: 'new', version: 1 });
    const reader = { personId: actor.personId, role: 'manager' } as const;
    const record = await restored.context.leadDesk.record(lost, reader);
    expect(JSON.stringify(record?.events)).toContain('never call again');
    const found = await restored.context.leadDesk.list({ status: 'all', search: 'never call again' }, undefined, null);
    expect(found?.rows.map(({ id }) => id)).toEqual([lost]);
    expect(restored.said).toContain('3 leads');
  });

  test('R480 leads that were joined or parted since a backup are so after its restore', async () => {
    const { server, send, actor, work } = await withLeads();
    const [kept, other, was, part] = [await send(), await send(), await send(), await send()];
    await work.join(actor, { id: was }, { id: part });
    const restored = await restoredAfter(under, server, async () => {
      expect((await work.join(actor, { id: kept }, { id: other })).kind).toBe('done');
      expect((await work.part(actor, { id: was }, part)).kind).toBe('done');
      // One that the restored database does not have takes nothing with it.
      const later = await send();
      expect((await work.join(actor, { id: later }, { id: was })).kind).toBe('done');
    });
    expect(await leadRow(restored, other)).toMatchObject({ joined_into_id: kept });
    expect(await leadRow(restored, part)).toMatchObject({ joined_into_id: null });
    expect(await leadRow(restored, was)).toMatchObject({ joined_into_id: null });
    const listed = await restored.context.leadDesk.list({ status: 'all' }, undefined, null);
    expect(new Set(listed?.rows.map(({ id }) => id))).toEqual(new Set([kept, was, part]));
    expect((await work.part(actor, { id: kept }, other)).kind).toBe('done');
    expect((await restored.context.leadWork.part(actor, { id: kept }, other)).kind).toBe('done');
  });

  test('R480 a consent to texts that its dealer took back since a backup does not hold after its restore', async () => {
    const { server, send, actor } = await withLeads();
    const phone = { personal_phone: '(207) 555-0147', sms_consent: true };
    const gave = { smsConsentVersion };
    const [ended, holds] = [await send(gave, phone), await send(gave, phone)];
    const made = await server.context.dealerships.fromLead({ id: actor.personId, name: 'Dana' }, { id: ended });
    const dealershipId = 'dealership' in made ? made.dealership.id : expect.unreachable(made.kind);
    const restored = await restoredAfter(under, server, async () => {
      await send({ amends: ended }, { ...phone, sms_consent: false, business_name: 'Pinecrest Sales' });
      await send({ ...gave, amends: holds }, { ...phone, business_name: 'Renamed Sales' });
    });
    const reader = { personId: actor.personId, role: 'manager' } as const;
    const partOf = async (id: string) => (await restored.context.leadDesk.record(id, reader))?.parts[0];
    expect((await partOf(ended))?.consents).toMatchObject([{ endedAt: expect.any(String) }]);
    expect((await partOf(ended))?.answers).toMatchObject({ business_name: 'Pinecrest Sales', sms_consent: false });
    expect((await partOf(holds))?.consents).toMatchObject([{ endedAt: null }]);
    const [contact] = await contactsWithConsent(restored.db, dealershipId);
    expect(contact?.consent).toMatchObject({ holds: false });
    expect(restored.said).toContain('1 consent');
    const found = await restored.context.leadDesk.list({ status: 'all', search: 'Pinecrest' }, undefined, null);
    expect(found?.rows.map(({ id }) => id)).toEqual([ended]);
  });

  test('R481 a restore says what was made since the backup and is not there', async () => {
    const { server, send, actor, work } = await withLeads();
    const { dealerships, codes, apiTokens } = server.context;
    const [id = ''] = await samples(server);
    await dealerships.edit(null, { id }, { agreementDate: '2026-11-02' });
    let reference = '';
    const restored = await restoredAfter(under, server, async () => {
      const lead = await send();
      reference = (await leadRow(server, lead)).reference;
      await work.edit(actor, { id: lead }, { status: 'qualified' });
      await dealerships.add(null, { name: 'Quay Motors' });
      await codes.issue(id, null);
      await apiTokens.make({ name: 'spreadsheet', scopes: ['leads:read'], days: 30 }, actor);
      await staffOf(server.context).addPerson('agent', { name: 'Dee Lund' });
      await server.ask(await server.sessionFor(server.shared.code));
    });
    const { name } = await dealership(server, id);
    expect(restored.said).toMatch(new RegExp(`1 lead: ${reference}`));
    expect(restored.said).toContain('1 dealership: Quay Motors');
    expect(restored.said).toContain(`1 access code: of ${name}`);
    expect(restored.said).toContain('1 token: spreadsheet');
    expect(restored.said).toContain('1 person: Dee Lund');
    expect(restored.said).toMatch(/1 request: BX-/);
  });

  test('R485 a restore takes nothing over of a database that is of another installation, and leaves its place empty', async () => {
    const [server, other] = [await start(), await start()];
    await setUpAdmin(server);
    await setUpAdmin(other);
    const folder = join(temporaryFolder(), 'backup');
    await runCommand(server.place, 'backup', [folder]);
    const next = await emptyPlaceFor(under, server.place);
    const wrong = other.place.databaseUrl ?? other.place.dataDir;
    const refused = await runScript('restore', next.env, folder, '--replaces', wrong);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is of another installation.*Nothing was restored/),
    });
    const right = server.place.databaseUrl ?? server.place.dataDir;
    expect(await runCommand(next, 'restore', [folder, '--replaces', right])).toContain('the replaced database');
  });

  test('R1156 a restore says when it read the replaced database, and whether a server was just seen on it', async () => {
    const server = await start();
    const seenBefore = async (ms: number) => {
      const seen_at = new Date(Date.now() - ms).toISOString();
      await server.db.deleteFrom('up_spans').execute();
      await server.db.insertInto('up_spans').values({ id: mintId(), started_at: seen_at, seen_at }).execute();
    };
    const saidWhenSeen = async (ms: number) =>
      (await backedUpAndRestored(under, server, () => seenBefore(ms), { replaces: true })).said;
    const seen = /^A server was seen on the replaced database at \d{4}-.* Stop it if it still runs, /m;
    const stopped = await saidWhenSeen(5 * 60_000);
    expect(stopped).toMatch(/^The replaced database was read at \d{4}-\d\d-\d\d \d\d:\d\d /m);
    expect(stopped).not.toMatch(seen);
    expect(await saidWhenSeen(30_000)).toMatch(seen);
  });

  test('R481 a restore without the replaced database says what holds again', async () => {
    const server = await start();
    const { said } = await restoredAfter(under, server, async () => {}, { replaces: false });
    for (const what of ['accounts of dealerships', 'Text Agent', 'shift', 'consent', 'spam'])
      expect(said).toContain(what);
  });
});
