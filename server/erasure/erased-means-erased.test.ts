/** Erased data is in no file of the data folder: not in the database, its log, its full-text index or the erasures file. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { marks, startPersonDesk } from '../../tests/support/person.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });

/** The marks that are found in the files of a folder, each with its file. */
const marksIn = (folder: string): string[] =>
  filesIn(folder).flatMap((path) => {
    const content = readFileSync(path);
    return marks.filter((mark) => content.includes(mark)).map((mark) => `${path}: ${mark}`);
  });

describe('R174 what was erased', () => {
  test('is in no file of the data folder any more', async () => {
    const server = await startPersonDesk(engineUnderTest('sqlite'));
    const { config, storage } = server.context;
    for (let n = 0; n < 40; n++) {
      const lead = await server.addLead();
      await server.amend(lead, { email: `quillon+${n}@marzette.example` });
      await server.note(lead, `kestrel ${n}`);
      await server.addLead({
        first_name: 'Other',
        last_name: `Person ${n}`,
        email: `o${n}@x.example`,
        phone_number: '',
      });
    }
    for (let n = 0; n < 5; n++) {
      await server.addRequest();
      await server.addCall();
    }
    await server.addContact();
    expect(marksIn(config.dataDir)).not.toEqual([]);
    const { items } = await server.find('Quillon Marzette');
    expect(items.length).toBe(40 + 5 + 5 + 1);
    expect((await server.erase(items)).status).toBe(200);
    expect(marksIn(config.dataDir)).toEqual([]);
    expect((await storage.db.selectFrom('leads').select('id').execute()).length).toBe(80);
  });

  test('by the nightly sweep is in no file of the data folder any more either', async () => {
    const clock = { at: new Date('2026-11-22T09:30:00.000Z') };
    const server = await startPersonDesk(engineUnderTest('sqlite'), {}, { now: () => clock.at });
    const { config, storage, sweeps } = server.context;
    const { db } = storage;
    for (let n = 0; n < 25; n++) await server.addLead();
    for (let n = 0; n < 5; n++) {
      await server.addRequest();
      await server.addCall();
    }
    const old = '2018-05-01T12:00:00.000Z';
    await db.updateTable('leads').set({ created_at: old }).execute();
    await db.updateTable('agent_requests').set({ created_at: old, ended_at: old }).execute();
    await db.updateTable('calls').set({ created_at: old }).execute();
    await db.updateTable('messages').set({ created_at: old }).execute();
    expect(await sweeps.look()).toBe('reported');
    const [first] = await sweeps.newest(1);
    await sweeps.confirm(null, first?.id ?? '');
    expect(marksIn(config.dataDir)).not.toEqual([]);
    clock.at = new Date('2026-11-23T09:30:00.000Z');
    expect(await sweeps.look()).toBe('swept');
    expect(marksIn(config.dataDir)).toEqual([]);
    expect((await db.selectFrom('leads').select('id').where('erased_at', 'is not', null).execute()).length).toBe(25);
  });
});
