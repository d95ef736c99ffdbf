import { expect, it } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';

it('R149 a caller that gets no connection to PostgreSQL in time reads 503 and when to come back, and is served once one is free', async () => {
  const server = await startApp(engineUnderTest('postgres'));
  const { pool } = server.context.storage;
  if (!pool) throw new Error('there is no pool');
  const held = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()));
  const ask = () => server.app.inject({ url: '/api/desk/session', headers: { host: 'localhost' } });
  const busy = await ask();
  expect({ status: busy.statusCode, retryAfter: busy.headers['retry-after'] }).toEqual({
    status: 503,
    retryAfter: '5',
  });
  expect(server.log()).toContain('the database is busy');
  for (const client of held) client.release();
  expect((await ask()).statusCode).toBe(200);
}, 20_000);
