/** The time until a server with a long history listens. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { inquiryParams } from '../support/answers.ts';
import { eachEngine } from '../support/each-engine.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { storeHistory } from './support/history.ts';
import { post } from './support/post.ts';
import { long } from './support/rounds.ts';
import { fakeSmtp, mailSettings, startAt } from './support/servers.ts';

const sent = long ? 300_000 : 20_000;
const held = long ? 20_000 : 2000;
/** The most that a long history may add to the start time of an empty server. */
const historyAddsMs = 1000;

const msToReady = async (...parameters: Parameters<typeof startAt>) => {
  const startedMs = performance.now();
  const server = await startAt(...parameters);
  return { server, ms: Math.round(performance.now() - startedMs) };
};

/**
 * The faster of two starts, because other programs can only make a start slower. The first server is killed; the second keeps
 * running.
 */
async function fasterStart(...parameters: Parameters<typeof startAt>) {
  const first = await msToReady(...parameters);
  await first.server.kill();
  const second = await msToReady(...parameters);
  return { server: second.server, ms: Math.min(first.ms, second.ms) };
}

eachEngine(({ engine, newPlace, openStorage }) => {
  test(`R50 a server with ${sent} mails sent and ${held} held listens before it tidies, and takes a lead meanwhile`, {
    timeout: 300_000,
  }, async () => {
    const empty = await fasterStart(await newPlace());
    await empty.server.stop();
    const place = await newPlace();
    const storage = await openStorage(place);
    await storeHistory(storage, { sent, held });
    const smtp = await fakeSmtp();
    const { server, ms } = await fasterStart(place, { ...wideLimits, ...mailSettings(smtp) });
    const startedMs = performance.now();
    const { status } = await post(server.url, 'inquiry', inquiryParams({ submission_id: mintId() }));
    const answeredMs = Math.round(performance.now() - startedMs);
    process.stdout.write(
      `${engine}: ready after ${ms} ms (empty: ${empty.ms} ms), a lead stored in ${answeredMs} ms\n`,
    );
    expect(status).toBe(200);
    expect(ms).toBeLessThan(1.5 * empty.ms + historyAddsMs);
    // Held messages go out by themselves, in the background.
    await smtp.waitFor(20, undefined, 30_000);
  });
});
