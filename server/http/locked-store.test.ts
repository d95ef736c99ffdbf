/** What people get as responses while another program holds the database. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { busyForMs } from '#server/database/busy.ts';
import { databaseFile } from '#server/database/open.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { type PortalApp, startPortal } from '../../tests/support/portal.ts';

/**
 * Lets another program take every lock that a write needs, while reads go on. The limits are left free: a count of them that fails is
 * made in memory, after a wait of its own. Returns how it lets go.
 */
async function holdFrom({ context }: PortalApp): Promise<() => Promise<unknown>> {
  const { databaseUrl, dataDir } = context.config;
  if (databaseUrl === undefined) {
    const other = new DatabaseSync(databaseFile(dataDir));
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    return async () => other.exec('rollback');
  }
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  const { rows } = await other.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() and tablename <> $1',
    ['limits'],
  );
  await other.query(`begin; lock table ${rows.map(({ name }) => name).join(', ')} in exclusive mode`);
  return () => other.query('rollback');
}

eachEngineAlways((under) => {
  it('R46 R886 while another program holds the database, what writes is answered 503 with Retry-After after a few seconds, in words, and once it may it counts once', async () => {
    const server = await startPortal(under);
    const { context, app } = server;
    const token = await server.sessionFor(server.shared.code);
    const letGo = await holdFrom(server);

    const params = inquiryParams({ submission_id: mintId() });
    const press = { request_id: mintId() };
    const beganMs = performance.now();
    const [ready, lead, page, asked, again] = await Promise.all([
      app.inject('/readyz'),
      server.send('inquiry', params),
      server.sendForm('inquiry', inquiryParams({ first_name: 'Odalys' }), { accept: 'text/html' }),
      server.press(token, press),
      server.send('inquiry', params),
    ]);
    // They wait at the same time, not one after the other.
    expect(performance.now() - beganMs).toBeLessThan(2 * busyForMs);
    for (const answer of [lead, page, asked, again]) {
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    }
    expect(lead.text).toContain('it counts once');
    expect(page.text).toContain('it counts once');
    expect(page.text).toContain('Odalys');
    expect(JSON.parse(asked.text)).toMatchObject({ success: false, error: expect.stringContaining('it counts once') });
    expect([ready.statusCode, ready.json()]).toMatchObject([503, { ready: false, database: false }]);
    expect((await app.inject('/healthz')).body).toBe('ok');
    expect(await server.current(token)).toBeNull();
    expect(server.log()).toContain('the database is busy');
    expect(server.log()).not.toContain('unexpected error');

    await letGo();
    expect((await server.send('inquiry', params)).text).toBe('OK');
    expect((await server.press(token, press)).text).toBe('{"success":true}');
    const count = async (table: 'leads' | 'agent_requests') =>
      (await context.storage.db.selectFrom(table).select('id').execute()).length;
    expect([await count('leads'), await count('agent_requests')]).toEqual([1, 1]);
  });
});
