import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'vite';
import { expect, test, vi } from 'vitest';

test('R1120 in development the desk and what the server makes come from the server, which is asked under the address of the site', async () => {
  const server = createHttpServer((request, response) => response.end(`${request.headers.host} ${request.url}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('API_ORIGIN', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const vite = await createServer({
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, ws: false, watch: null },
  });
  try {
    await vite.listen();
    const [site = ''] = vite.resolvedUrls?.local ?? [];
    const answer = await fetch(`${site}desk/set-up`, { headers: { accept: 'text/html' } });
    expect(await answer.text()).toBe(`${new URL(site).host} /desk/set-up`);
    for (const path of ['/status.json', '/robots.txt', '/sitemap.xml', '/site.webmanifest']) {
      const made = await fetch(new URL(path, site), { headers: { accept: 'text/html' } });
      expect(await made.text()).toBe(`${new URL(site).host} ${path}`);
    }
  } finally {
    await vite.close();
    server.close();
    vi.unstubAllEnvs();
  }
}, 60_000);
