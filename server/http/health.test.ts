import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { noteNewKey } from '#server/key-check.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { startApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

eachEngine((under) => {
  describe('/readyz', () => {
    it('says that a lead can be taken, and tells a stranger no counts', async () => {
      const server = await startApp(under);
      await server.send('inquiry', inquiryParams());
      const answer = await server.app.inject('/readyz');
      const ready = { ready: true, database: true, migrated: true, draining: false };
      expect([answer.statusCode, answer.json()]).toEqual([200, ready]);
    });

    it('R724 asks the database once for all who ask at the same time', async () => {
      const { app, context } = await startApp(under);
      const ping = vi.spyOn(context.storage, 'ping');
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/readyz')));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(ping).toHaveBeenCalledTimes(1);
      expect((await app.inject('/readyz')).statusCode).toBe(200);
      expect(ping).toHaveBeenCalledTimes(2);
    });

    it('says no while the server drains', async () => {
      const { app, context } = await startApp(under);
      context.lifecycle.draining = true;
      expect((await app.inject('/readyz')).statusCode).toBe(503);
      expect((await app.inject('/healthz')).statusCode).toBe(200);
    });

    it('says no at a server beside which a newer one has brought the database up to date', async () => {
      const { app, context } = await startApp(under);
      expect((await app.inject('/readyz')).statusCode).toBe(200);
      await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2030')`.execute(
        context.storage.db,
      );
      expect((await app.inject('/readyz')).statusCode).toBe(503);
      expect((await app.inject('/healthz')).statusCode).toBe(200);
    });

    it('R976 says no, and logs what to do, at a server that still runs with a key that was given up as lost', async () => {
      const { app, context, log } = await startApp(under);
      const { db } = context.storage;
      const isReady = async () => (await app.inject('/readyz')).json().ready;
      expect(await isReady()).toBe(true);
      await noteNewKey(db, createKeyedHash('a key of which this server knows nothing'), context.now().toISOString());
      expect(await isReady()).toBe(false);
      expect((await app.inject('/healthz')).statusCode).toBe(200);
      expect(log()).toContain('Stop this server');
      await noteNewKey(db, context.keyed, context.now().toISOString());
      expect(await isReady()).toBe(true);
    });

    it('says no when the database does not answer, while the process is alive', async () => {
      const { app, context } = await startApp(under);
      await context.storage.close();
      const answer = await app.inject('/readyz');
      expect([answer.statusCode, answer.json()]).toMatchObject([503, { ready: false, database: false }]);
      expect((await app.inject('/healthz')).body).toBe('ok');
    });
  });

  it('an unexpected error is a bare 500, and its log line holds no content', async () => {
    const server = await startApp(under);
    await server.context.storage.close();
    const answer = await server.send('inquiry', inquiryParams({ first_name: 'SENTINEL' }));
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/sqlite|postgres|driver/i);
    expect(server.log()).toContain('unexpected error');
    expect(server.log()).not.toContain('SENTINEL');
  });

  it('the metrics count leads by what they were', async () => {
    const server = await startApp(under);
    const params = inquiryParams({ submission_id: '7a4c2f0e-1b2c-4d3e-8f90-a1b2c3d4e5f6' });
    await server.send('inquiry', params);
    await server.send('inquiry', params);
    const text = await server.context.metrics.registry.metrics();
    expect(text).toContain('boxline_leads_total{kind="inquiry",outcome="accepted"} 1');
    expect(text).toContain('boxline_leads_total{kind="inquiry",outcome="replayed"} 1');
    expect(text).toContain('boxline_messages{state="held"} 2');
    expect(text).toMatch(
      /boxline_http_request_seconds_count\{method="POST",route="\/api\/v1.0\/email\/send",status="200"\} 2/,
    );
  });

  it('/openapi.json describes both endpoints', async () => {
    const { app } = await startApp(under);
    const document = (await app.inject('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/api/v1.0/email/send', '/api/v1.0/email/send-form', '/healthz', '/readyz']),
    );
  });
});
