/** A server that is stopped in mid-send for longer than its leases and then continues, like a virtual machine that was paused. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dealerships } from '#brand/dealerships.ts';
import { requestTypes, sendSmsPath } from '#contract/agent-request.ts';
import { mintId } from '#contract/reference.ts';
import { sendFormPath, sendPath } from '#contract/send.ts';
import { databaseFile, type Storage } from '#server/database/open.ts';
import { startFakeSms } from '../fakes/sms.ts';
import { envelopeOf, inquiryParams } from '../support/answers.ts';
import { eachEngine } from '../support/each-engine.ts';
import { portalLimits, pressAt, sessionAt, switchOn } from './support/portal.ts';
import { bodyOf, post } from './support/post.ts';
import { long } from './support/rounds.ts';
import { fakeSmtp, mailSettings, startAt } from './support/servers.ts';

/** Longer than a text may take. The long run also waits for the leases of mail to end. */
const frozenForMs = long ? 65_000 : 9000;
const concurrency = 3;
const answerAfterMs = 2500;
const onShift = { ON_SHIFT: 'Marlow Finch, +12075550121' };

const rowsOf = ({ db }: Storage) => db.selectFrom('messages').selectAll().execute();

/** Ends every lease, as when the process is frozen for long enough. */
const endLeases = ({ db }: Storage) =>
  db
    .updateTable('messages')
    .set({ lease_until: new Date(0).toISOString() })
    .where('lease_until', 'is not', null)
    .execute();

/** SQLITE_BUSY. */
const busy = 5;

/** Whether a process is writing into an SQLite database at this moment. */
function isWritten(dataDir: string): boolean {
  const database = new DatabaseSync(databaseFile(dataDir), { timeout: 0 });
  try {
    database.exec('begin immediate; rollback');
    return false;
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    return true;
  } finally {
    database.close();
  }
}

/** Sends requests to a server that stands still, and leaves without waiting for an answer. Then the server goes on. */
async function sendAndLeave(server: { readonly pid: number; readonly url: string }, requests: readonly Request[]) {
  const { hostname, port } = new URL(server.url);
  process.kill(server.pid, 'SIGSTOP');
  try {
    for (const request of requests) {
      const body = Buffer.from(await request.arrayBuffer());
      const sender = connect(Number(port), hostname);
      await once(sender, 'connect');
      const fields = [...request.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const head = `POST ${new URL(request.url).pathname} HTTP/1.1\r\nHost: ${hostname}\r\n${fields}`;
      sender.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
      await new Promise((sent) => sender.write(body, sent));
      sender.destroy();
    }
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
}

eachEngine(({ engine, newPlace, openStorage }) => {
  test(`R48 a server that is frozen for ${frozenForMs / 1000} s in mid-send sends no mail and no text twice`, {
    timeout: 180_000,
  }, async () => {
    const place = await newPlace({ empty: true });
    const smtp = await fakeSmtp();
    const sms = await startFakeSms();
    const server = await startAt(place, { ...portalLimits, ...mailSettings(smtp), ...sms.env, ...onShift });
    const storage = await openStorage(place);
    await switchOn(storage);
    const token = await sessionAt(server.url, place);
    const late = { kind: 'late', afterMs: answerAfterMs } as const;
    sms.meet(late, late);
    await smtp.misbehave({ kind: 'silent', at: 'data', forMs: answerAfterMs }, { times: concurrency });
    const sent = [
      post(server.url, 'inquiry', inquiryParams({ submission_id: mintId() })),
      pressAt(server.url, token, mintId()),
      pressAt(server.url, token, mintId()),
    ];
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
    await expect.poll(() => [smtp.waiting(), sms.texts.length], { interval: 10 }).toEqual([concurrency, 2]);

    process.kill(server.pid, 'SIGSTOP');
    // A server that is frozen while it writes locks SQLite's one file for everyone else. Another test covers that.
    while (engine === 'sqlite' && isWritten(place.dataDir)) {
      process.kill(server.pid, 'SIGCONT');
      await sleep(20);
      process.kill(server.pid, 'SIGSTOP');
    }
    try {
      const inFlight = (await rowsOf(storage)).filter(({ lease_token }) => lease_token !== null);
      expect(inFlight.map(({ channel }) => channel).sort()).toEqual(['mail', 'mail', 'mail', 'sms', 'sms']);
      await sleep(frozenForMs);
      expect(smtp.waiting()).toBe(0);
      await endLeases(storage);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }

    await expect
      .poll(async () => (await rowsOf(storage)).map(({ state, attempts }) => `${state} ${attempts}`))
      .toEqual(Array(6).fill('sent 1'));
    await server.stop();
    expect(smtp.mails).toHaveLength(4);
    expect(new Set(smtp.mails.map(({ parsed }) => parsed.messageId)).size).toBe(4);
    expect(sms.texts).toHaveLength(2);
    expect((await rowsOf(storage)).filter(({ unsure_at }) => unsure_at !== null)).toEqual([]);
  });

  test('R988 a form whose sender left while the server was frozen is a lead all the same', async () => {
    const place = await newPlace({ empty: true });
    const server = await startAt(place, portalLimits);
    const storage = await openStorage(place);
    const asJson = () =>
      new Request(server.url + sendPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodyOf('inquiry', inquiryParams({ submission_id: mintId() })),
      });
    const asFormData = () => {
      const body = new FormData();
      const fields = { ...envelopeOf('inquiry'), ...inquiryParams({ submission_id: mintId() }) };
      for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
      return new Request(server.url + sendFormPath, { method: 'POST', body });
    };
    await sendAndLeave(
      server,
      Array.from({ length: 10 }, (_, n) => (n % 2 ? asFormData() : asJson())),
    );
    const leads = () => storage.db.selectFrom('leads').select('id').execute();
    await expect.poll(leads, { timeout: 10_000 }).toHaveLength(10);
    expect(server.output()).not.toContain('unexpected error');
  });

  test('R863 a request of the portal whose sender left while the server was frozen rings all the same', async () => {
    const place = await newPlace({ empty: true });
    const server = await startAt(place, { ...portalLimits, ...onShift });
    const storage = await openStorage(place);
    await switchOn(storage);
    const token = await sessionAt(server.url, place);
    const press = (additionalInfo: string) =>
      new Request(server.url + sendSmsPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          dealershipName: dealerships[0].name,
          requestType: requestTypes.active_deal,
          additionalInfo,
          request_id: mintId(),
        }),
      });
    await sendAndLeave(
      server,
      Array.from({ length: 10 }, (_, n) => press(`Deal ${n}`)),
    );
    const asked = () => storage.db.selectFrom('agent_requests').select('id').execute();
    await expect.poll(asked, { timeout: 10_000 }).toHaveLength(10);
    expect(server.output()).not.toContain('unexpected error');
  });
});
