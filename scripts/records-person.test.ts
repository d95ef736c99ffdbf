import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from '../tests/support/command.ts';
import { eachEngine, temporaryFolder } from '../tests/support/each-engine.ts';
import { person, startPersonDeskWithEnv } from '../tests/support/person.ts';

eachEngine((under) => {
  test('R169 npm run records finds, exports and erases what the desk does, in the same words', async () => {
    const { server, env } = await startPersonDeskWithEnv(under);
    const [lead, running] = [await server.addLead(), await server.addRequest({ over: false })];
    const records = (...args: string[]) => runScript('records', env, ...args);
    const found = await records('find', person.name);
    expect(found.out).toContain(`lead:${lead}`);
    expect(found.out).toContain(`request:${running}`);
    expect(found.out).toContain('It is running, and a dealership waits for somebody. Let it end first.');
    expect(found.out).toContain('2 found');
    expect(await records('find', 'ab')).toMatchObject({ code: 1 });

    const file = join(temporaryFolder(), 'person');
    expect((await records('export', file, `lead:${lead}`)).out).toContain('1 record is in');
    expect(statSync(`${file}.html`).mode & 0o777).toBe(0o600);
    for (const ending of ['html', 'json']) expect(readFileSync(`${file}.${ending}`, 'utf8')).toContain(person.mail);

    const refused = await records('erase', `lead:${lead}`, `request:${running}`, '--reason', 'asked');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('Nothing was erased.');
    expect(refused.err).toContain('It is running');
    expect((await records('erase', `lead:${lead}`, '--reason', 'because')).code).toBe(2);
    expect((await records('erase', 'leads', '--reason', 'asked')).code).toBe(2);

    const erased = await records('erase', `lead:${lead}`, '--reason', 'asked');
    expect(erased).toMatchObject({ code: 0, err: '' });
    const id = /^Certificate (\S+)/.exec(erased.out)?.[1] ?? '';
    expect(erased.out).toContain('The person asked for it');
    expect(erased.out).toContain(`Lead ${server.referenceOf(lead)}`);
    expect((await records('certificate', id)).out).toContain(
      'It is valid: the hash, the file of erasures and the audit log agree',
    );
    expect((await records('certificates')).out).toContain(id);
    expect((await records('certificate', 'nothing')).code).toBe(1);
    expect((await records('erase', `lead:${lead}`, '--reason', 'asked')).err).toContain('It was erased already.');

    await server.context.storage.db
      .updateTable('erasure_certificates')
      .set({ reason: 'order' })
      .where('id', '=', id)
      .execute();
    const changed = await records('certificate', id);
    expect(changed.code).toBe(1);
    expect(changed.err).toContain('The certificate was changed: its keyed hash does not match.');
    expect((await records('erase-again')).out).toContain('Erased again: 0.');
  });

  test('R1150 what npm run records -- find names is exported and erased by that name, and its time is whole', async () => {
    const { server, env } = await startPersonDeskWithEnv(under);
    const { cookie } = await server.signInAs('manager');
    const request = `/api/desk/requests/${await server.ask(await server.sessionFor(server.shared.code))}`;
    await server.desk('POST', `${request}/accept`, { cookie, body: {} });
    const written = { version: 0, patch: { whoSigns: person.name } };
    expect((await server.desk('POST', `${request}/sheet`, { cookie, body: written })).status).toBe(200);
    const records = (...args: string[]) => runScript('records', env, ...args);
    const [, thing = '', since] =
      /^(sheet-value:\S+) +(.+? E[SD]T) /m.exec((await records('find', person.name)).out) ?? [];
    expect(since).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d E[SD]T$/);
    expect((await records('export', join(temporaryFolder(), 'person'), thing)).out).toContain('1 record is in');
    expect(await records('erase', thing, '--reason', 'asked')).toMatchObject({ code: 0, err: '' });
    expect((await records('certificates')).out).toMatch(/^[0-9a-f]{8}-\S+ +\S+ \d\d:\d\d E[SD]T +1 /m);
  });

  test('R1151 an export of things of which one is not there names it and writes nothing', async () => {
    const { server, env } = await startPersonDeskWithEnv(under);
    const [lead, contact] = [`lead:${await server.addLead()}`, `contact:${await server.addContact()}`];
    const folder = temporaryFolder();
    const missing = ['lead:019ad2f3', 'sheet-value:none.whoSigns.1'];
    expect(await runScript('records', env, 'export', join(folder, 'person'), lead, ...missing, contact)).toEqual({
      code: 1,
      out: '',
      err: `Nothing was written. These are not there: ${missing.join(', ')}. Name things as find shows them.\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
    const actions = await server.context.storage.db.selectFrom('audit_entries').select('action').execute();
    expect(actions.filter(({ action }) => action === 'exported')).toEqual([]);
  });

  test('R1013 npm run records -- certificates lists all of them', async () => {
    const { server, env } = await startPersonDeskWithEnv(under);
    await server.erase([{ kind: 'lead', id: await server.addLead() }]);
    const { db } = server.context.storage;
    const one = await db.selectFrom('erasure_certificates').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 450 }, (_, at) => ({ ...one, id: randomUUID(), seq: one.seq + at + 1 }));
    await db.insertInto('erasure_certificates').values(more).execute();
    const { out } = await runScript('records', env, 'certificates');
    const listed = out.match(/^[0-9a-f]{8}-\S+/gm);
    expect(listed).toEqual([...more.map(({ id }) => id).reverse(), one.id]);
  });

  test('R993 of an export that cannot be written whole, no file is left that looks like one', async () => {
    const { server, env } = await startPersonDeskWithEnv(under);
    const thing = `lead:${await server.addLead()}`;
    const folder = temporaryFolder();
    const file = join(folder, 'person');
    const records = (...args: string[]) => runScript('records', env, ...args);
    // What the second file would replace is a folder, so only the first one can be written.
    mkdirSync(`${file}.json`);
    const failed = await records('export', file, thing);
    expect(failed).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Nothing more was done.') });
    expect(readdirSync(folder)).toEqual(['person.json']);

    // An earlier export that others may read is replaced by one that they may not.
    rmSync(`${file}.json`, { recursive: true });
    writeFileSync(`${file}.html`, 'an earlier one', { mode: 0o644 });
    expect(await records('export', file, thing)).toMatchObject({ code: 0, err: '' });
    for (const ending of ['html', 'json']) expect(statSync(`${file}.${ending}`).mode & 0o777, ending).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual(['person.html', 'person.json']);
  });

  test('R770 of more things than one erasure takes, npm run records exports and erases none, and says so', async () => {
    const { server, env } = await startPersonDeskWithEnv(under);
    const things = [await server.addLead(), ...Array.from({ length: 200 }, () => randomUUID())].map(
      (id) => `lead:${id}`,
    );
    const folder = temporaryFolder();
    for (const words of [
      ['erase', ...things, '--reason', 'asked'],
      ['export', join(folder, 'person'), ...things],
    ]) {
      expect(await runScript('records', env, ...words)).toEqual({
        code: 1,
        out: '',
        err: 'At most 200 things at once. Nothing was done: choose fewer.\n',
      });
    }
    expect(readdirSync(folder)).toEqual([]);
    expect((await server.find(person.name)).items).toHaveLength(1);
    expect(await server.context.erasure.certificates(undefined, 1)).toEqual([]);
    // Two hundred are taken, and are refused by what became of them.
    expect((await runScript('records', env, 'erase', ...things.slice(1), '--reason', 'asked')).err).toContain(
      'It is not there any more.',
    );
  });

  test('R520 npm run records -- new-key seals what was erased anew, and only when the key is another one', async () => {
    const { server, env } = await startPersonDeskWithEnv(under);
    await server.erase([{ kind: 'lead', id: await server.addLead() }]);
    const holds = await runScript('records', env, 'new-key');
    expect([holds.code, holds.err]).toEqual([
      1,
      'Certificates of the database hold with this key, so it is not another one. Nothing was changed.\n',
    ]);
    const other = { ...env, SECRET_KEY: randomBytes(32).toString('base64url') };
    expect(await runScript('records', other, 'new-key')).toMatchObject({
      err: '',
      out: expect.stringMatching(
        /^Sealed again with this key: 1 erasures\. .*\nThe file from before is .*\.before-\d+\.\n$/,
      ),
    });
    const id = /\S{36}/.exec((await runScript('records', other, 'certificates')).out)?.[0] ?? '';
    expect((await runScript('records', other, 'certificate', id)).out).toContain('It is valid');
  });
});
