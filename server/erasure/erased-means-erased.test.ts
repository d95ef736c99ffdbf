/**
 * Erased data is in no file of the data folder: not in the database, its log, its full-text index or the erasures file. And it is in no
 * row that a search reads, however forms were joined and parted before.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eachEngine, engineUnderTest, roundsOf } from '../../tests/support/each-engine.ts';
import { marks, startPersonDesk } from '../../tests/support/person.ts';
import { seededRandom } from '../../tests/support/seeded.ts';

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

eachEngine((under) => {
  test('R1193 a form that is erased leaves none of its words in what a search reads, however forms were joined and parted before', async () => {
    const server = await startPersonDesk(under);
    const { storage, leadWork, leadIndexing } = server.context;
    const random = seededRandom();
    /** The ids of everything that a search could find by a mark. */
    const found = async (mark: string) => {
      const texts = await storage.db.selectFrom('search_texts').select(['id', 'text as words']).execute();
      const keys = await storage.db.selectFrom('lead_keys').select(['lead_id as id', 'value as words']).execute();
      return [...texts, ...keys].flatMap(({ id, words }) => (words.includes(mark) ? [id] : []));
    };
    for (let round = 0; round < roundsOf(8); round++) {
      const people = new Map<string, string>();
      for (const name of ['ann', 'bob', 'cyd', 'dee', 'eve']) {
        const mark = `${name}-mark-${round}-x`;
        const phone_number = `(207) 555-01${10 + people.size}`;
        people.set(await server.addLead({ first_name: mark, email: `${mark}@partner.example`, phone_number }), mark);
      }
      await leadIndexing.update();
      const steps: string[] = [];
      while (people.size > 0) {
        const ids = [...people.keys()];
        const [one, other] = [random.pick(ids), random.pick(ids)];
        const step = random.pick(['join', 'join', 'part', 'erase'] as const);
        steps.push(`${step} ${people.get(one)} ${people.get(other)}`);
        // What cannot be done at this moment, such as parting forms that are not joined, is refused.
        if (step === 'join') await leadWork.join('command', { id: one }, { id: other });
        else if (step === 'part') await leadWork.part('command', { id: one }, other);
        else {
          const mark = people.get(one) ?? '';
          people.delete(one);
          expect((await server.erase([{ kind: 'lead', id: one }])).status).toBe(200);
          expect(await found(mark), steps.join(', ')).toEqual([]);
          for (const [id, left] of people) expect(await found(left), steps.join(', ')).toContain(id);
        }
      }
    }
  });
});
