/** Tests the probe of a server at its own address, on a socket. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { ownAddress, probeAddress } from './probe.ts';

describe('the address at which a server calls itself', () => {
  it('is where it listens, or its own machine when it listens everywhere', () => {
    expect(ownAddress({ address: '0.0.0.0', port: 80 })).toBe('http://127.0.0.1:80');
    expect(ownAddress({ address: '::', port: 80 })).toBe('http://[::1]:80');
    expect(ownAddress({ address: '10.0.0.7', port: 8080 })).toBe('http://10.0.0.7:8080');
  });
});

eachEngine((under) => {
  describe('R178 the probe of a server by itself', () => {
    it('hears that the server can take a lead, and writes how long it has', async () => {
      const { app, context } = await startApp(under);
      await app.listen({ port: 0, host: '127.0.0.1' });
      const own = ownAddress(app.server.address() as AddressInfo);
      await expect(probeAddress(own, 5000)).resolves.toBeUndefined();
      context.measured.start(() => probeAddress(own, 5000));
      await context.measured.lastBeat(5000);
      await context.measured.stop();
      const spans = await context.storage.db.selectFrom('up_spans').selectAll().execute();
      expect(spans.length).toBeGreaterThan(0);
    });

    it('hears no from a server that drains, and nothing from one that is gone', async () => {
      const { app, context } = await startApp(under);
      await app.listen({ port: 0, host: '127.0.0.1' });
      const own = ownAddress(app.server.address() as AddressInfo);
      context.lifecycle.draining = true;
      await expect(probeAddress(own, 5000)).rejects.toMatchObject({ name: 'ProbeFailedError', code: 'HTTP_503' });
      await app.close();
      await expect(probeAddress(own, 5000)).rejects.toThrow(/ECONNREFUSED/);
    });

    it('takes a late answer for none', async () => {
      const silent = createServer(() => undefined);
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => silent.closeAllConnections());
      onTestFinished(() => void silent.close());
      await expect(probeAddress(ownAddress(silent.address() as AddressInfo), 20)).rejects.toThrow(/abort|timeout/i);
    });
  });
});
