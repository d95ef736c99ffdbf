import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { writeBareSite } from '../../tests/support/site.ts';
import { deskPages } from './pages.ts';

// The shell is a file: nothing here touches the database.
describe('the shell of the desk', () => {
  const under = engineUnderTest('sqlite');
  const host = 'localhost:8080';

  it('answers at /desk and at every address below it, and is not to be listed', async () => {
    const { app } = await startApp(under);
    for (const url of ['/desk', '/desk/', '/desk/people', '/desk/requests/0b6f', '/desk?x=1']) {
      const answer = await app.inject({ url, headers: { host } });
      expect([url, answer.statusCode, answer.body.includes('the shell')]).toEqual([url, 200, true]);
      expect(answer.headers['x-robots-tag']).toContain('noindex');
    }
  });

  it('allows nothing inline but its own style, nothing from elsewhere, and one Trusted Types policy', async () => {
    const { app } = await startApp(under, { MAIL_ORIGIN: 'https://api.mail.example' });
    const policy = String((await app.inject({ url: '/desk', headers: { host } })).headers['content-security-policy']);
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('mail.example');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+';/);
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types desk");
    const site = String((await app.inject({ url: '/', headers: { host } })).headers['content-security-policy']);
    expect(site).toContain("trusted-types 'none'");
    expect(site).not.toContain('worker-src');
  });

  it('never stands in for a missing file of the build', async () => {
    const { app } = await startApp(under);
    for (const url of ['/desk/assets/gone.js', '/desk/index.html']) {
      expect((await app.inject({ url, headers: { host } })).statusCode).toBe(404);
    }
  });

  it('sends other names of this machine to localhost, where a browser keeps the cookie', async () => {
    const { app } = await startApp(under);
    const at = async (hostName: string) =>
      (await app.inject({ url: '/desk/people?x=1', headers: { host: hostName } })).headers.location;
    expect(await at('127.0.0.1:8080')).toBe('http://localhost:8080/desk/people?x=1');
    expect(await at('[::1]')).toBe('http://localhost/desk/people?x=1');
    expect(await at('127.0.0.1.example')).toBeUndefined();
    expect(await at('desk.example')).toBeUndefined();
  });

  it('is missed at the start when it is not built', async () => {
    const { app, context } = await startApp(under);
    const siteDir = writeBareSite();
    rmSync(join(siteDir, 'desk'), { recursive: true });
    expect(() => deskPages(app, { ...context, siteDir })).toThrow('Run npm run build');
  });
});
