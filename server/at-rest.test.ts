/** A server that has nothing to do only reads. */
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../tests/support/app.ts';
import { engineUnderTest } from '../tests/support/each-engine.ts';
import { databaseFile } from './database/open.ts';

const transport = { send: async () => ({ kind: 'sent' as const }), close() {} };

test('R46 a server at rest never takes the write lock of a SQLite file from another program', async () => {
  const { context, log } = await startApp(engineUnderTest('sqlite'), {}, { mailTransport: transport });
  const { config, delivery, agentRequests, alerts, ringing, measured } = context;
  const other = new DatabaseSync(databaseFile(config.dataDir));
  onTestFinished(() => other.close());
  // The first look may tidy up.
  await delivery.maintain();
  // Measurements are counted once an hour.
  await measured.refresh();
  await context.figures.kept();
  other.exec('begin immediate');
  const looks = { delivery: delivery.maintain, expire: delivery.expire, requests: agentRequests.sweep };
  for (const [name, look] of Object.entries({
    ...looks,
    alerts: alerts.sweep,
    ringing: ringing.look,
    measured: measured.refresh,
  }))
    await expect(look(), name).resolves.not.toThrow();
  await delivery.runDue();
  expect(log()).not.toContain('the outbox could not be read');
  other.exec('rollback');
});
