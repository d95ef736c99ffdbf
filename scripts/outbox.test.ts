/** Tests the command that lists messages and tries them again, run as a person does on a real database. */
import { expect, test } from 'vitest';
import { lists } from '#brand/lists.ts';
import { leadForms } from '#contract/forms.ts';
import { mintId, shortIdOf } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { createMessageKinds, hiddenLinks } from '#server/message-kinds.ts';
import { createOutbox } from '#server/outbox/outbox.ts';
import { createOverview } from '#server/outbox/overview.ts';
import { idsOf } from '#server/rows.ts';
import { runScript } from '../tests/support/command.ts';
import { eachEngine, type Place } from '../tests/support/each-engine.ts';
import { storeSubmission } from '../tests/support/store-submission.ts';

const smtpEnv = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'us@boxline.example',
  SECRET_KEY: 'k'.repeat(43),
};
const run = (place: Pick<Place, 'env'>, ...args: string[]) => runScript('outbox', place.env, ...args);
const clearScreen = '\u001b[2J';

async function storeMessages(storage: Storage, count: number, canSend = true) {
  const now = () => new Date();
  const forms = leadForms(lists);
  const kinds = createMessageKinds({ storage, forms, now, ...hiddenLinks({ publicUrl: 'http://localhost' }) });
  const outbox = createOutbox({ storage, kinds, now, canSend });
  const subjectId = await storeSubmission(storage, new Date());
  for (let n = 0; n < count; n++) {
    const at = new Date(Date.now() - 60_000);
    await storage.transaction((trx) => outbox.enqueue(trx, { kind: 'lead-operator', subjectId, recipient: '', at }));
  }
  return outbox;
}

eachEngine(({ openStorage, newPlace }) => {
  test('lists each state with ages and reasons, shows one with its text, and tries again', async () => {
    const place = await newPlace();
    const configured = { env: { ...place.env, ...smtpEnv } };
    const storage = await openStorage(place);
    const outbox = await storeMessages(storage, 3);
    const [sent, failed] = [await outbox.claim(), await outbox.claim()];
    if (!sent || !failed) throw new Error('nothing was claimed');
    await outbox.recordResult(sent, { state: 'sent' });
    await outbox.recordResult(failed, { state: 'failed', reason: `Refused for good: 550 ${clearScreen}no` });

    const listed = await run(configured);
    expect(listed.code).toBe(0);
    expect(listed.out).toContain('1 failed, 0 unsure, 1 waiting, 0 held, 1 sent');
    expect(listed.out).toMatch(/Needs attention \(1\)[\s\S]*1 min[\s\S]*Refused for good: 550 \\u001b\[2Jno/);

    const shown = await run(configured, '--show', shortIdOf(failed.id));
    expect(shown.out).toMatch(/State: +Needs attention/);
    expect(shown.out).toMatch(/Subject: Dealer inquiry: .*, BX-/);
    expect(shown.out).toMatch(/Dealership name: +Harbor Point Motors/);
    expect(shown.out).toContain('us@boxline.example');

    expect(await run(configured, '--retry', sent.id)).toMatchObject({ code: 1, err: /sent already/ });
    expect(shown.out).toMatch(/What happened\n.*Needs attention, try 1: Refused for good: 550 \\u001b\[2Jno/);
    expect(await run(configured, '--retry', failed.id)).toMatchObject({
      code: 0,
      out: /1 message due now/,
    });
    expect((await run(configured, '--show', failed.id)).out).toContain('Tried again by hand');
    expect(await run(configured, '--give-up', failed.id)).toMatchObject({ code: 1, err: /does not need attention/ });
    expect(await createOverview(storage).counts()).toMatchObject({ failed: 0, waiting: 2, sent: 1 });
    expect(await run(configured, '--retry', 'all')).toMatchObject({ code: 0, out: /2 messages due now/ });
    expect(await run(configured, '--show', 'ffff0000')).toMatchObject({
      code: 1,
      err: /no message ffff0000/,
    });
    expect(await run(configured, '--show', "' or 1")).toMatchObject({ code: 2 });
  }, 30_000);

  test('R981 an end that several messages have is answered with their whole ids, and none of them is changed', async () => {
    const place = await newPlace();
    const storage = await openStorage(place);
    await storeMessages(storage, 3);
    const [first = '', other = '', alone = ''] = idsOf(await storage.db.selectFrom('messages').select('id').execute());
    const alike = `${other.slice(0, -8)}${shortIdOf(first)}`;
    await storage.db.updateTable('messages').set({ id: alike }).where('id', '=', other).execute();

    for (const what of ['--show', '--retry', '--give-up']) {
      const { code, err } = await run(place, what, shortIdOf(first));
      expect([code, err.match(/[0-9a-f-]{36}/g)?.sort()], what).toEqual([1, [first, alike].sort()]);
      expect(err).toMatch(/lead-operator BX-\S+ the operator/);
    }
    const shown = await run(place, '--show', alike);
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining(alike) });
    expect((await run(place, '--show', shortIdOf(alone))).out).toContain(alone);
  }, 30_000);

  test('R982 a shorter end than the list shows names no message, because it may be the end of another', async () => {
    const place = await newPlace();
    const storage = await openStorage(place);
    await storeMessages(storage, 1);
    const { id } = await storage.db.selectFrom('messages').select('id').executeTakeFirstOrThrow();
    for (const typed of [id.slice(-7), id.slice(0, 4), '-'.repeat(12), `${shortIdOf(id)}-`]) {
      expect(await run(place, '--give-up', typed), typed).toMatchObject({ code: 2, err: /last eight characters/ });
    }
    expect((await run(place, '--show', id.slice(-12))).out).toContain(id);
  }, 30_000);

  test('tries nothing again whose time ended, and says so', async () => {
    const place = await newPlace();
    const storage = await openStorage(place);
    const outbox = await storeMessages(storage, 1);
    const claim = await outbox.claim();
    if (!claim) throw new Error('nothing was claimed');
    await outbox.recordResult(claim, { state: 'failed', reason: 'Refused for good: opted out' });
    await storage.db
      .updateTable('messages')
      .set({ expires_at: new Date(0).toISOString() })
      .execute();
    expect(await run(place, '--retry', claim.id)).toMatchObject({ code: 1, err: /has expired, and will not be sent/ });
  }, 30_000);

  test('R482 says why a message whose link is dead does not go out, and does not try it again', async () => {
    const place = await newPlace();
    const storage = await openStorage(place);
    const outbox = await storeMessages(storage, 0);
    const link = { kind: 'staff-link', subjectId: mintId(), recipient: 'bo@boxline.example', at: new Date() } as const;
    await storage.transaction((trx) => outbox.enqueue(trx, link));
    const claim = await outbox.claim();
    if (!claim) throw new Error('nothing was claimed');
    await outbox.recordResult(claim, { state: 'failed', reason: 'Refused for good: 550 no' });
    const why = 'does not go out any more. Its link was deleted.';
    expect((await run(place, '--show', claim.id)).out).toContain(`It ${why}`);
    expect(await run(place, '--retry', claim.id)).toMatchObject({ code: 1, err: expect.stringContaining(why) });
    const configured = { env: { ...place.env, ...smtpEnv } };
    expect(await run(configured, '--give-up', claim.id)).toMatchObject({ code: 0 });
    expect(await createOverview(storage).counts()).toMatchObject({ failed: 0, expired: 1 });
  }, 30_000);

  test('says that mail is held while there is no mail server', async () => {
    const place = await newPlace();
    const storage = await openStorage(place);
    await storeMessages(storage, 30, false);
    const { out } = await run(place);
    expect(out).toContain('(SMTP_URL) or text provider (TWILIO_ACCOUNT_SID) (30)');
    expect(out).toContain('… and 10 more (--limit 0 shows all)');
    const first = await storage.db.selectFrom('messages').select('id').executeTakeFirstOrThrow();
    expect(await run(place, '--retry', first.id)).toMatchObject({
      code: 1,
      err: /held until there is something to send it with/,
    });
    expect(await createOverview(storage).counts()).toMatchObject({ held: 30 });
  }, 30_000);
});
