/** What somebody reads when the database could not store their form, or stored it and its answer was lost. */
import { load } from 'cheerio';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { commonRefusals } from '#contract/refusals.ts';
import { openStorage, type Storage } from '#server/database/open.ts';
import { startTcpGate } from '../../tests/fakes/tcp-gate.ts';
import { inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { leadsOf, startApp, type TestApp } from '../../tests/support/app.ts';
import { type EngineUnderTest, eachEngineAlways, onPostgres, prepare } from '../../tests/support/each-engine.ts';

const headers = { accept: 'text/html,application/xhtml+xml' };

/** Makes the database fail each write of a submission, as a full disk does. Returns a function that ends that. */
async function breakStore({ context }: TestApp): Promise<() => Promise<unknown>> {
  const { db, engine } = context.storage;
  if (engine === 'sqlite') {
    const fail = sql`begin select raise(abort, 'no room'); end`;
    await sql`create trigger no_room before insert on submissions ${fail}`.execute(db);
    return () => sql`drop trigger no_room`.execute(db);
  }
  await sql
    .raw(
      `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = '53100'; end $$`,
    )
    .execute(db);
  await sql`create trigger no_room before insert on submissions execute function no_room()`.execute(db);
  return () => sql`drop trigger no_room on submissions`.execute(db);
}

/** A server that loses the answer to its next commit: what it wrote is stored, and nobody tells it so. */
async function startDeaf(under: EngineUnderTest) {
  const place = await under.newPlace();
  await prepare(place);
  const storage = openStorage(place);
  let losesNext = false;
  const deaf: Storage = {
    ...storage,
    async transaction(work) {
      const result = await storage.transaction(work);
      if (losesNext) {
        losesNext = false;
        throw new Error('Connection terminated unexpectedly');
      }
      return result;
    },
  };
  const server = await startApp({ ...under, newPlace: async () => place }, {}, { storage: deaf });
  return {
    ...server,
    loseNextCommit: () => {
      losesNext = true;
    },
  };
}

eachEngineAlways((under) => {
  describe('R740 a form', () => {
    it('without script that the database cannot take comes back with every answer, and says that it was not taken', async () => {
      const server = await startApp(under);
      const mend = await breakStore(server);
      onTestFinished(async () => void (await mend().catch(() => undefined)));
      const params = intakeParams({ dba: 'Quill & Daughters', sms_consent: 'on', sms_consent_version: 'earlier' });
      const answer = await server.sendForm('intake', params, headers);
      expect(answer.status).toBe(commonRefusals.internal.status);
      const $ = load(answer.text);
      expect($('[name=dba]').attr('value')).toBe('Quill & Daughters');
      expect($('[name=current_dms] option[selected]').attr('value')).toBe('Frazer');
      expect($('[data-error-summary] li').first().text()).toBe(commonRefusals.internal.text);
      expect(server.log().match(/"unexpected error"/g)).toHaveLength(1);
      await mend();
      expect(await leadsOf(server)).toEqual([]);
      expect((await server.sendForm('intake', params, headers)).status).toBe(303);
      expect(await leadsOf(server)).toHaveLength(1);
    });

    it('without script that comes back no more, because that is limited, is answered with what went wrong', async () => {
      const server = await startApp(under, { LIMIT_FORM_PAGES_PER_ADDRESS: '1/60' });
      await breakStore(server);
      const answers = [];
      for (let time = 0; time < 2; time++) answers.push(await server.sendForm('inquiry', inquiryParams(), headers));
      expect(answers.map(({ status }) => status)).toEqual([500, 500]);
      expect(answers[0]?.text).toContain('Harbor Point Motors');
      expect(answers[1]?.text).toBe(commonRefusals.internal.text);
    });

    it('whose commit was not heard of is one lead when it is sent again, with and without script', async () => {
      const server = await startDeaf(under);
      const submission_id = mintId();
      const inquiry = () => server.send('inquiry', inquiryParams({ submission_id }));
      server.loseNextCommit();
      expect((await inquiry()).status).toBe(500);
      expect((await inquiry()).text).toBe('OK');
      // The browser of somebody without script gives a form that came back another id.
      const intake = () => server.sendForm('intake', intakeParams({ submission_id: mintId() }), headers);
      server.loseNextCommit();
      const lost = await intake();
      expect(lost.status).toBe(500);
      expect(lost.text).toContain('14 Commercial Wharf');
      expect((await intake()).status).toBe(303);
      const { db } = server.context.storage;
      const kinds = await db.selectFrom('messages').select('kind').orderBy('kind').execute();
      expect(kinds.map(({ kind }) => kind)).toEqual([
        'lead-confirmation',
        'lead-confirmation',
        'lead-operator',
        'lead-operator',
      ]);
      expect((await leadsOf(server)).map(({ kind }) => kind).sort()).toEqual(['inquiry', 'intake']);
    });
  });
});

onPostgres((under) => {
  describe('R740 a form whose database dies in the middle of the commit', () => {
    async function startBehindGate() {
      const direct = await under.newPlace();
      const url = new URL(direct.databaseUrl ?? '');
      const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
      url.hostname = '127.0.0.1';
      url.port = String(gate.port);
      const behind = { ...direct, databaseUrl: url.href, env: { ...direct.env, DATABASE_URL: url.href } };
      onTestFinished(() => gate.stop());
      const server = await startApp({ ...under, newPlace: async () => behind });
      return { ...server, gate };
    }

    it.each([
      ['before the database has it', 'commit\0', 'client', 0],
      ['after the database did it', 'COMMIT\0', 'server', 1],
    ] as const)('%s is not told as taken, and is one lead when it is sent again', async (_when, text, from, stored) => {
      const server = await startBehindGate();
      const params = inquiryParams({ submission_id: mintId() });
      server.gate.cutBefore(text, from);
      expect((await server.send('inquiry', params)).status).toBe(500);
      expect(await leadsOf(server)).toHaveLength(stored);
      expect((await server.send('inquiry', params)).text).toBe('OK');
      expect(await leadsOf(server)).toHaveLength(1);
      expect(await server.context.storage.db.selectFrom('messages').select('id').execute()).toHaveLength(2);
    });
  });
});
