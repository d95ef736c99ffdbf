import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import type { FakeSmtp, Fault } from '../fakes/smtp.ts';
import { inquiryParams, intakeParams } from '../support/answers.ts';
import { type EngineUnderTest, eachEngine } from '../support/each-engine.ts';
import { runCommand } from './support/commands.ts';
import { post } from './support/post.ts';
import { long } from './support/rounds.ts';
import { fakeSmtp, mailSettings, operator, startAt } from './support/servers.ts';

const visitorWaitsMs = 1000;
const silentForMs = long ? 60_000 : 4000;
/** The first delay of the retry schedule is 5 s, spread by a fifth. */
const firstPauseMs = 7000;
const visitors = 6;
const concurrency = 3;

/** A server with a mail server that misbehaves from the start. */
async function startWith({ newPlace, openStorage }: EngineUnderTest, prepare: (smtp: FakeSmtp) => Promise<void>) {
  const place = await newPlace();
  const smtp = await fakeSmtp();
  await prepare(smtp);
  const settings = mailSettings(smtp);
  const server = await startAt(place, settings);
  return { place, smtp, server, settings, storage: await openStorage(place) };
}

/** Several visitors send, one after another. Each sees success in under a second. Resolves to their addresses. */
async function visit(url: string): Promise<string[]> {
  const emails = Array.from({ length: visitors }, (_, n) => `visitor-${n}@dealers.example`);
  // The first form that a new server reads takes longer, independent of the mail server.
  expect((await post(url, 'inquiry', { submission_id: mintId() })).status).toBe(422);
  for (const [n, email] of emails.entries()) {
    const { status, text, afterMs } =
      n % 2 === 0
        ? await post(url, 'inquiry', inquiryParams({ email, submission_id: mintId() }))
        : await post(url, 'intake', intakeParams({ business_email: email, submission_id: mintId() }));
    expect({ status, text }).toEqual({ status: 200, text: 'OK' });
    expect(afterMs).toBeLessThan(visitorWaitsMs);
  }
  return emails;
}

const waitUntil = (storage: Storage, what: string, holds: (rows: { state: string; attempts: number }[]) => boolean) =>
  expect
    .poll(async () => holds(await storage.db.selectFrom('messages').select(['state', 'attempts']).execute()), {
      message: what,
      timeout: 15_000,
      interval: 100,
    })
    .toBe(true);

/** Finds each visitor's confirmation and the operator's mail about each, and ignores all other mail. */
async function expectEverything(smtp: FakeSmtp, emails: readonly string[], withinMs: number): Promise<void> {
  await smtp.waitFor(1, () => emails.every((email) => smtp.mails.some(({ to }) => to.includes(email))), withinMs);
  const aboutThem = () =>
    new Set(
      smtp.mails.flatMap(({ to, parsed }) => (to.includes(operator) ? (parsed.replyTo?.[0]?.address ?? []) : [])),
    );
  await expect.poll(() => emails.filter((email) => !aboutThem().has(email)), { timeout: withinMs }).toEqual([]);
}

const tried = (rows: { state: string; attempts: number }[]) => rows.every(({ attempts }) => attempts > 0);

const faults: Record<string, Fault> = {
  'refuses connections': { kind: 'refuse' },
  'answers 421 at the greeting': { kind: 'reply', at: 'greeting', code: 421 },
  'answers 451 to the recipient': { kind: 'reply', at: 'recipient', code: 451 },
  'answers 451 to the text': { kind: 'reply', at: 'data', code: 451 },
  'cuts the connection in the middle of the text': { kind: 'cut', at: 'mid-data' },
};

eachEngine((under) => {
  // A mail server's faults do not depend on the engine; the long run checks both.
  const chosen = Object.entries(faults).slice(0, under.engine === 'sqlite' || long ? undefined : 1);
  test.each(chosen)(
    'the visitor sees success in under a second while the mail server %s, and the mail arrives after the repair',
    async (_, fault) => {
      const { smtp, server, place, storage, settings } = await startWith(under, (smtp) => smtp.misbehave(fault));
      const emails = await visit(server.url);
      await waitUntil(storage, 'every mail was tried', tried);
      expect(smtp.mails).toEqual([]);
      await smtp.repair();
      // A person who has mended the mail server need not wait for the next try.
      await runCommand(place, 'outbox', ['--retry', 'all'], settings);
      await expectEverything(smtp, emails, firstPauseMs);
      // A mail is marked as sent a moment after it arrives.
      await expect.poll(() => runCommand(place, 'outbox', [], settings)).toMatch(/^0 failed, 0 unsure, 0 waiting/);
    },
  );

  test('mail arrives by itself when the mail server was down for a moment', async () => {
    const { smtp, server, storage } = await startWith(under, (smtp) => smtp.misbehave({ kind: 'refuse' }));
    const emails = await visit(server.url);
    await waitUntil(storage, 'every mail was tried', tried);
    await smtp.repair();
    await expectEverything(smtp, emails, firstPauseMs + 3000);
  });

  test(`the visitor sees success in under a second while the mail server is silent for ${silentForMs / 1000} s`, async () => {
    const { smtp, server } = await startWith(under, (smtp) =>
      smtp.misbehave({ kind: 'silent', at: 'data', forMs: silentForMs }, { times: concurrency }),
    );
    const before = await visit(server.url);
    // The worker sends as many mails at once as it can, and each waits for the silent server.
    await expect.poll(smtp.connections).toBe(concurrency);
    const during = await visit(server.url);
    expect(smtp.mails).toEqual([]);
    await expectEverything(smtp, [...before, ...during], silentForMs + firstPauseMs);
  }, 240_000);

  test('a refusal for good stops the mail, shows it as failed with what was said, and harms no other', async () => {
    const refused = 'visitor-2@dealers.example';
    const { smtp, server, place, storage, settings } = await startWith(under, (smtp) =>
      smtp.misbehave({ kind: 'reply', at: 'recipient', code: 550, text: 'No such user here' }, { recipient: refused }),
    );
    const emails = await visit(server.url);
    await expectEverything(
      smtp,
      emails.filter((email) => email !== refused),
      firstPauseMs,
    );
    await waitUntil(
      storage,
      'one needs a person',
      (rows) => rows.filter(({ state }) => state === 'failed').length === 1,
    );
    const { attempts, id } = await storage.db
      .selectFrom('messages')
      .select(['attempts', 'id'])
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(1);

    const listed = await runCommand(place, 'outbox', [], settings);
    expect(listed).toMatch(/^1 failed/);
    expect(listed).toMatch(/550.*No such user here/);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

    await smtp.repair();
    await runCommand(place, 'outbox', ['--retry', id], settings);
    await expectEverything(smtp, emails, firstPauseMs);
  });
});
