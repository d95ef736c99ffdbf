import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { inScopeOf } from './bodies.ts';

test('a route reads what it accepts alone, also one that is added after the scope of its like was loaded', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.removeContentTypeParser('text/plain');
  const add = (url: string, accepts: 'json' | 'url-encoded') =>
    inScopeOf(app, [accepts], (scope) => scope.post(url, async ({ body }) => ({ read: String(body) })));
  add('/json', 'json');
  add('/words', 'url-encoded');
  await app.register(async () => {});
  add('/late', 'json');
  const statusOf = async (url: string, type: string, payload: string) =>
    (await app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })).statusCode;
  const asJson = (url: string) => statusOf(url, 'application/json', '{}');
  const asWords = (url: string) => statusOf(url, 'application/x-www-form-urlencoded', 'a=b');
  expect([await asJson('/json'), await asJson('/late'), await asWords('/words')]).toEqual([200, 200, 200]);
  expect([await asWords('/json'), await asWords('/late'), await asJson('/words')]).toEqual([415, 415, 415]);
});
