/** What callers get as responses while PostgreSQL takes nobody in. */
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { leadsOf, type TestApp } from '../../tests/support/app.ts';
import { startDatabaseGate } from '../../tests/support/database-gate.ts';
import { type EngineUnderTest, onPostgres } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

/** The server reaches its database through a gate. */
async function startBehindGate(under: EngineUnderTest) {
  const place = await under.newPlace();
  const gate = await startDatabaseGate(place.databaseUrl);
  const at = { ...place, env: { ...place.env, DATABASE_URL: gate.url } };
  const server = await startPortal({ ...under, newPlace: async () => at }, wideLimits);
  return { gate, server, databaseUrl: place.databaseUrl ?? '' };
}

const openPage = ({ app }: TestApp) => app.inject({ url: '/api/desk/session', headers: { host: 'localhost' } });

onPostgres((under) => {
  it('R862 while the database is away, what is sent is answered 503 with Retry-After in words, and once it is back it counts once', async () => {
    const { gate, server } = await startBehindGate(under);
    const token = await server.sessionFor(server.shared.code);
    const params = inquiryParams({ submission_id: mintId() });
    const press = { request_id: mintId() };
    await gate.shut();
    const lead = await server.send('inquiry', params);
    const page = await server.sendForm('inquiry', inquiryParams({ first_name: 'Odalys' }), { accept: 'text/html' });
    const asked = await server.press(token, press);
    const desk = await openPage(server);
    const answers = [lead, page, asked, { status: desk.statusCode, headers: desk.headers }];
    for (const { status, headers } of answers) expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(lead.text).toContain('it counts once');
    expect(page.text).toContain('Odalys');
    expect(JSON.parse(asked.text)).toMatchObject({ success: false, error: expect.stringContaining('it counts once') });
    expect(server.log()).toMatch(
      /"code":"ECONNREFUSED","help":"The database cannot be reached\..*the database is away/,
    );
    expect(server.log()).not.toContain('unexpected error');
    await gate.open();
    expect((await server.send('inquiry', params)).text).toBe('OK');
    expect((await server.press(token, press)).text).toBe('{"success":true}');
    expect(await leadsOf(server)).toHaveLength(1);
  });

  it('R862 a lead whose commit the database took and did not answer is no 503, and sent again it is one lead', async () => {
    const { gate, server } = await startBehindGate(under);
    const params = inquiryParams({ submission_id: mintId() });
    gate.cutBefore('COMMIT', 'server');
    const lost = await server.send('inquiry', params);
    expect([lost.status, lost.headers['retry-after']]).toEqual([500, undefined]);
    expect((await server.send('inquiry', params)).text).toBe('OK');
    expect(await leadsOf(server)).toHaveLength(1);
  });

  it('R862 callers whose connections the database ends read 503 or 500, and every lead that was said to be stored is stored once', async () => {
    const { server, databaseUrl } = await startBehindGate(under);
    const admin = new pg.Client({ connectionString: databaseUrl });
    await admin.connect();
    onTestFinished(() => admin.end());
    const stored = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const ids = Array.from({ length: 12 }, mintId);
      const answers = ids.map(async (id) => {
        const { status, text } = await server.send('inquiry', inquiryParams({ submission_id: id }));
        expect([200, 500, 503], text).toContain(status);
        if (status === 200) stored.add(id);
      });
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await Promise.all(answers);
    }
    const leads = (await leadsOf(server)).map(({ id }) => id);
    expect(new Set(leads).size).toBe(leads.length);
    expect([...stored].filter((id) => !leads.includes(id))).toEqual([]);
  });
});
