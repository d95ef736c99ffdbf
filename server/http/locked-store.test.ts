/** What people get as responses while another program holds the SQLite file. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { busyForMs } from '#server/database/busy.ts';
import { databaseFile } from '#server/database/open.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';

const under = engineUnderTest('sqlite');

describe('R46 while another program holds the database', () => {
  it('what writes is answered 503 with Retry-After after five seconds, in words, and once it may it counts once', async () => {
    const server = await startPortal(under);
    const { context, app } = server;
    const token = await server.sessionFor(server.shared.code);
    const other = new DatabaseSync(databaseFile(context.config.dataDir));
    onTestFinished(() => other.close());
    other.exec('begin immediate');

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

    other.exec('rollback');
    expect((await server.send('inquiry', params)).text).toBe('OK');
    expect((await server.press(token, press)).text).toBe('{"success":true}');
    const count = async (table: 'leads' | 'agent_requests') =>
      (await context.storage.db.selectFrom(table).select('id').execute()).length;
    expect([await count('leads'), await count('agent_requests')]).toEqual([1, 1]);
  });
});
