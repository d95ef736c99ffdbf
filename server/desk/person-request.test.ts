import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CertificateRecord, FoundItemView } from '#contract/desk/person-request-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { listEntries } from '#server/audit/service.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { person, startPersonDesk } from '../../tests/support/person.ts';

const kindsOf = (items: readonly FoundItemView[]) => items.map(({ kind }) => kind).sort();
const idsOf = (items: readonly FoundItemView[]) => items.map(({ id }) => id).sort();

eachEngine((under) => {
  describe('R165 what is kept about a person', () => {
    test('is found by an address, a number in any spelling, and a name, wherever it stands', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead();
      const [request, call, contact] = [await server.addRequest(), await server.addCall(), await server.addContact()];
      await server.addLead({
        first_name: 'Somebody',
        last_name: 'Else',
        email: 'else@other.example',
        phone_number: '(207) 555-0188',
      });
      for (const phone of [person.phone, '2075550163', '+1 207.555.0163', '1-207-555-0163']) {
        expect(idsOf((await server.find(phone)).items), phone).toEqual([lead, request, contact].sort());
      }
      for (const name of [person.name, 'marzette, quillon', 'QUILLÓN MARZETTE']) {
        expect(idsOf((await server.find(name)).items), name).toEqual([lead, request, call, contact].sort());
      }
      const byMail = await server.find('Quillon+lists@Marzette.example');
      expect(idsOf(byMail.items)).toContain(lead);
      expect(
        (await server.find(person.mail)).items.map(({ kind, matches }) => ({ kind, matches: matches.length > 0 })),
      ).toEqual([
        { kind: 'lead', matches: true },
        { kind: 'contact', matches: true },
      ]);
      expect((await server.find('nobody@nowhere.example')).items).toEqual([]);
    });

    test('R1220 is found by a name with hyphens, apostrophes or accents, however it is typed and stored', async () => {
      const server = await startPersonDesk(under);
      const addAll = async (first: string, last: string) => {
        const name = `${first} ${last}`;
        return [
          await server.addLead({ first_name: first, last_name: last, email: 'other@store.example' }),
          await server.addRequest({ name }),
          await server.addCall({ name }),
        ].sort();
      };
      const kept = {
        García: await addAll('Ana', 'García-López'),
        'O’Brien': await addAll('Pat', 'O’Brien-Ñandú'),
        OBrien: await addAll('Lee', 'OBrien'),
        'O´Brien': await addAll('Kim', 'O´Brien'),
        "Ng'ang'a": await addAll('María de la Cruz', "Ng'ang'a"),
      };
      const everyBrien = [...kept['O’Brien'], ...kept.OBrien, ...kept['O´Brien']].sort();
      for (const [typed, ids] of [
        ['Lopez', kept.García],
        ['Ana Garcia Lopez', kept.García],
        ['GARCIA‑LOPEZ, ana', kept.García],
        ['Garci\u0301a  Lo\u0301pez', kept.García],
        ["O'Brien", everyBrien],
        ['O’Brien', everyBrien],
        ['OʼBrien', everyBrien],
        ['obrien', everyBrien],
        ['OBrien Nandu', kept['O’Brien']],
        ["P. O'Brien", []],
        ['Nandu', kept['O’Brien']],
        ['Ñandú', kept['O’Brien']],
        ['de la Cruz', kept["Ng'ang'a"]],
        ['Ng’ang’a', kept["Ng'ang'a"]],
      ] as const) {
        expect(idsOf((await server.find(typed)).items), typed).toEqual(ids);
      }
      const contact = await server.addContact({ name: "Ida D'Angelo-Vega" });
      for (const typed of ['Dangelo', 'D’Angelo', 'Ida Vega'])
        expect(idsOf((await server.find(typed)).items)).toEqual([contact]);
    });

    test('R1244 is found by a name in one word or in two, however it is stored', async () => {
      const server = await startPersonDesk(under);
      const ids = await Promise.all(
        ['McDonald', 'Mc Donald'].map((name) => server.addRequest({ name: `Ian ${name}` })),
      );
      for (const typed of ['McDonald', 'Mc Donald', 'ian mc donald'])
        expect(idsOf((await server.find(typed)).items), typed).toEqual(ids.toSorted());
    });

    test('is found by answers that were replaced since, and by the mails that went out', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead({ email: person.earlierMail });
      await server.amend(lead, { email: 'new@store.example' });
      expect(idsOf((await server.find(person.earlierMail)).items)).toEqual([lead]);
      expect(idsOf((await server.find('new@store.example')).items)).toEqual([lead]);
    });

    test('is found in notes, and somebody of the staff is shown apart', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead({
        first_name: 'A',
        last_name: 'B',
        email: 'a@b.example',
        phone_number: '(207) 555-0188',
      });
      await server.note(lead, `Ask for ${person.name} at ${person.phone}`);
      expect(idsOf((await server.find(person.phone)).items)).toEqual([lead]);
      const { items } = await server.find(server.admin.mail);
      expect(items).toMatchObject([{ kind: 'staff', kept: 'staff', id: server.admin.personId }]);
    });

    test('is looked for by admins alone, and the audit log has no word of what was typed', async () => {
      const server = await startPersonDesk(under);
      await server.addLead();
      const manager = await server.signInAs('manager');
      const refused = await server.desk('POST', '/api/desk/person-requests', {
        cookie: manager.cookie,
        body: { text: person.mail },
      });
      expect(refused.status).toBe(403);
      const short = await server.desk('POST', '/api/desk/person-requests', {
        cookie: server.admin.cookie,
        body: { text: 'ab' },
      });
      expect(short.status).toBe(422);
      await server.find(person.mail);
      const [entry] = await listEntries(
        server.context.storage.db,
        { action: 'person-sought' },
        { cursor: undefined, limit: 5 },
      );
      expect(JSON.parse(entry?.detail ?? '')).toEqual({ by: 'mail', found: 1 });
    });
  });

  describe('R212 what is written by hand, sent as a test or as a message, held or set', () => {
    /** A store sheet, a test mail, a notice, a hold and a setting that mention the person. */
    async function startWith() {
      const server = await startPersonDesk(under);
      const { storage, now } = server.context;
      const at = now().toISOString();
      const manager = await server.signInAs('manager');
      const request = await server.ask(await server.sessionFor(server.shared.code));
      const write = async (step: string, body: object) => {
        const answer = await server.desk('POST', `/api/desk/requests/${request}/${step}`, {
          cookie: manager.cookie,
          body,
        });
        if (answer.status !== 200) throw new Error(`${step}: ${answer.status} ${answer.text}`);
      };
      await write('accept', {});
      await write('sheet', { version: 0, patch: { whoSigns: `${person.name}, ${person.phone}`, dms: 'CDK' } });
      const { db } = storage;
      const to = { recipient: person.mail, created_at: at };
      const test = { id: 'a-test', kind: 'link' } as const;
      await db
        .insertInto('test_sends')
        .values({ ...test, ...to })
        .execute();
      const message = { channel: 'mail', state: 'sent', due_at: at } as const;
      await db
        .insertInto('messages')
        .values([
          { ...message, ...to, id: 'of-the-test', kind: 'test-link', subject_id: 'a-test' },
          { ...message, ...to, id: 'a-notice', kind: 'staff-notice', subject_id: 'a-notice-of-somebody' },
          { ...message, ...to, id: 'unsent', kind: 'staff-link', subject_id: 'a-link', state: 'waiting' },
        ])
        .execute();
      const hold = { id: 'a-hold', kind: 'lead', subject_id: 'a-lead' } as const;
      await db
        .insertInto('legal_holds')
        .values({ ...hold, reason: `A suit of ${person.name}`, set_at: at })
        .execute();
      const recipients = JSON.stringify([{ kind: 'mail', value: person.mail }]);
      await db.insertInto('settings').values({ name: 'alert-recipients', value: recipients, changed_at: at }).execute();
      return { ...server, write };
    }

    test('is found, and each says whether it can be erased', async () => {
      const server = await startWith();
      const seen = async (typed: string) =>
        (await server.find(typed)).items.map(({ kind, kept }) => `${kind} ${kept ?? 'free'}`).sort();
      // The words of the name are also part of an address.
      expect(await seen(person.name)).toEqual(['hold hold', 'setting setting', 'sheet-value free', 'test free']);
      expect(await seen(person.phone)).toEqual(['sheet-value free']);
      expect(await seen(person.mail)).toEqual(['message free', 'message unsent', 'setting setting', 'test free']);
    });

    test('is given to the person, and erased with a certificate that verifies', async () => {
      const server = await startWith();
      const { storage, erasure } = server.context;
      const items = [...(await server.find(person.name)).items, ...(await server.find(person.mail)).items];
      const values = (await erasure.read(items)).flatMap((item) => item.values.map(({ value }) => value));
      for (const said of [`${person.name}, ${person.phone}`, `A suit of ${person.name}`, person.mail]) {
        expect(values).toContain(said);
      }
      expect((await server.erase(items.filter(({ kept }) => kept === 'unsent'))).json()).toMatchObject({
        kept: [{ kind: 'message', id: 'unsent', because: 'unsent' }],
      });
      const answer = await server.erase(items.filter(({ kept }) => kept === null));
      expect(answer.status, answer.text).toBe(200);
      const certificate = answer.json<CertificateRecord>();
      expect(certificate.items.map(({ kind }) => kind).sort()).toEqual(['message', 'sheet-value', 'test']);
      expect(kindsOf((await server.find(person.name)).items)).toEqual(['hold', 'setting']);
      expect(kindsOf((await server.find(person.mail)).items)).toEqual(['message', 'setting']);
      const { fields } = await storage.db.selectFrom('store_sheets').select('fields').executeTakeFirstOrThrow();
      expect(fields).toContain('CDK');
      expect(fields).not.toContain(person.last);
      const left = await storage.db.selectFrom('messages').select('id').where('recipient', '=', person.mail).execute();
      expect(left).toEqual([{ id: 'unsent' }]);
      // A value that is written there later is a different thing: the certificate still holds.
      await server.write('sheet', { version: 2, patch: { whoSigns: 'Somebody else' } });
      const again = await server.desk('GET', `/api/desk/erasures/${certificate.id}`, { cookie: server.admin.cookie });
      expect(again.json<CertificateRecord>().checks).toEqual({ hash: true, inFile: true, inAudit: true, erased: true });
    });

    test('stays on a sheet whose dealership a hold keeps', async () => {
      const server = await startWith();
      await server.context.storage.db.updateTable('dealerships').set({ hold_id: 'a-hold' }).execute();
      const [value] = (await server.find(person.phone)).items;
      expect(value).toMatchObject({ kind: 'sheet-value', kept: 'held' });
      expect((await server.erase(value ? [value] : [])).json()).toMatchObject({ kept: [{ because: 'held' }] });
    });

    test('and a dealership that was removed is found with its contacts, which can be erased', async () => {
      const server = await startPersonDesk(under);
      const contact = await server.addContact();
      const [found] = (await server.find(person.mail)).items;
      await server.context.dealerships.remove(null, found?.about.id ?? '');
      const after = (await server.find(person.mail)).items;
      expect(idsOf(after)).toEqual([contact]);
      expect((await server.erase(after)).status).toBe(200);
      expect((await server.find(person.mail)).items).toEqual([]);
      const texts = await server.context.storage.db.selectFrom('search_texts').select('text').execute();
      expect(texts.filter(({ text }) => text.includes('marzette'))).toEqual([]);
    });
  });

  test('R1142 an erasure after which the file of erasures is lost is told as done, and its certificate says that the file cannot be read', async () => {
    const server = await startPersonDesk(under);
    const { storage, config } = server.context;
    // What runs right after an erasure.
    storage.writeAnew = async () => {
      rmSync(config.erasuresFile);
      return true;
    };
    const lead = await server.addLead();
    const erased = await server.erase([{ kind: 'lead', id: lead }]);
    expect([erased.status, erased.json()]).toMatchObject([200, { checks: { hash: true, inFile: null } }]);
    const { id } = erased.json<CertificateRecord>();
    const viewed = await server.desk('GET', `/api/desk/erasures/${id}`, { cookie: server.admin.cookie });
    expect([viewed.status, viewed.json()]).toMatchObject([200, { checks: { hash: true, inFile: null } }]);
  });

  describe('R214 somebody of the staff who asks', () => {
    test('is told where requests, calls, leads and sheets name them, also after they were removed', async () => {
      const server = await startPersonDesk(under);
      const { context, desk } = server;
      const agent = await server.signInAs('manager', { name: 'Oriana Teal' });
      const request = await server.ask(await server.sessionFor(server.shared.code));
      const act = (step: string, body: object) =>
        desk('POST', `/api/desk/requests/${request}/${step}`, { cookie: agent.cookie, body });
      expect((await act('accept', {})).status).toBe(200);
      expect((await act('sheet', { version: 0, patch: { docFee: '$499' } })).status).toBe(200);
      const lead = await server.addLead();
      const noted = await desk('POST', `/api/desk/leads/${lead}/notes`, {
        cookie: agent.cookie,
        body: { id: mintId(), text: 'Called' },
      });
      expect(noted.status, noted.text).toBe(200);
      const { storage } = context;
      const find = async () =>
        (
          await context.erasure.read((await server.find('Oriana Teal')).items.filter(({ kind }) => kind === 'staff'))
        )[0];
      const values = Object.fromEntries(((await find())?.values ?? []).map(({ label, value }) => [label, value]));
      const { reference } = await storage.db.selectFrom('agent_requests').selectAll().executeTakeFirstOrThrow();
      expect(values).toMatchObject({
        'Named in requests': `1: ${reference}`,
        'Named in leads': `1: ${server.referenceOf(lead)}`,
        'Wrote on the store sheets of': expect.stringContaining('1: '),
      });
      await storage.db
        .updateTable('people')
        .set({ removed_at: context.now().toISOString() })
        .where('id', '=', agent.personId)
        .execute();
      expect((await find())?.values).toContainEqual({ label: 'Named in requests', value: `1: ${reference}` });
      expect(kindsOf((await server.find('Oriana Teal')).items)).toContain('staff');
    });
  });

  describe('R166 what is kept about a person is given to them', () => {
    test('as a page and as JSON, with an entry in the audit log before the first byte', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead({ dealer_address: '<script>alert(1)</script>' });
      const call = await server.addCall();
      const { cookie } = server.admin;
      const begin = (format: string, who = cookie) =>
        server.desk('POST', '/api/desk/exports', {
          cookie: who,
          body: { kind: 'person', filter: { items: `lead:${lead} call:${call}`, format } },
        });
      const files: Record<string, string> = {};
      for (const format of ['html', 'json']) {
        const { address } = (await begin(format)).json<{ address: string }>();
        const file = await server.desk('GET', address, { cookie });
        expect(file.headers['content-disposition']).toMatch(
          new RegExp(`^attachment; filename="person-.*\\.${format}"$`),
        );
        files[format] = file.text;
      }
      const { records } = JSON.parse(files['json'] ?? '') as {
        records: { kind: string; values: { label: string; value: string }[] }[];
      };
      expect(records.map(({ kind }) => kind)).toEqual(['Lead', 'Call']);
      const values = records.flatMap((one) => one.values.map(({ value }) => value));
      for (const said of [person.first, person.mail, person.phone, `${person.name} called, ${person.note}`])
        expect(values).toContain(said);
      for (const value of values) if (/^[\w @.-]+$/.test(value)) expect(files['html']).toContain(value);
      expect(files['html']).not.toContain('<script>');
      const entries = await listEntries(
        server.context.storage.db,
        { action: 'exported' },
        { cursor: undefined, limit: 5 },
      );
      expect(entries).toHaveLength(2);
      expect(entries[0]?.about).toContainEqual({ kind: 'lead', id: lead });
      expect((await begin('html', (await server.signInAs('manager')).cookie)).status).toBe(403);
      expect((await begin('html', (await server.signInAs('admin', { fresh: false })).cookie)).status).toBe(403);
      expect((await begin('pdf')).status).toBe(422);
    });
  });
});
