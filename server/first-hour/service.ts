/** What an operator takes care of before the first night, and tests that some of its lines (`lines.ts`) need. */
import { firstHourTimes, testLinkPath } from '#contract/desk/first-hour.ts';
import { mintId } from '#contract/reference.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf } from '#server/database/open.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { isOneAddress } from '#server/mail-address.ts';
import { type Delivery, sendTestMail } from '#server/outbox/service.ts';
import { findPersonById, type ShiftPerson } from '#server/people/service.ts';
import { settingOf, writeSetting } from '#server/settings/service.ts';
import { isoAfter, isoBefore } from '#server/times.ts';
import { createLines, type LinesOptions, linkExpiryOf } from './lines.ts';
import { testMail } from './messages.ts';
import { findLinkTest, insertTest, lastTest, noteAnswer, pressTest, type TestSend } from './store.ts';
import type { TestKind } from './tables.ts';

/** The token of a test link. It is made from the test's id, so that every try of a message has the same one. */
const tokenOf = (keyed: KeyedHash, testId: string): string => keyed.of('test-link', testId).slice(0, 22);

const hashOfToken = (keyed: KeyedHash, token: string): string => keyed.of('test-link-token', token);

export { erasableTests, testPerson } from './person.ts';
export { testKind } from './store.ts';

/** The full address of a test link. */
export const testLinkAddress = (keyed: KeyedHash, publicUrl: string, testId: string): string =>
  `${publicUrl}${testLinkPath}/${tokenOf(keyed, testId)}`;

interface FirstHourOptions extends LinesOptions {
  readonly keyed: KeyedHash;
  readonly audit: AuditLog;
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText' | 'wake'>;
  /** Removes every sample, and writes each into the audit log. */
  readonly removeSamples: (by: string) => Promise<number>;
}

type TestOutcome<Why extends string> = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly why: Why };

const done = { kind: 'done' } as const;
const refused = <Why extends string>(why: Why) => ({ kind: 'refused', why }) as const;

export function createFirstHour(options: FirstHourOptions) {
  const { storage, keyed, audit, delivery, config, now } = options;
  const { db } = storage;

  const lines = createLines(options);

  /** Stores a test, unless one of its kind was just sent; of two presses at once, one counts. Returns whether it was stored. */
  const begin = (
    test: Pick<TestSend, 'id' | 'kind' | 'recipient' | 'person_id'> & { readonly token_hash?: string },
    also: (trx: Parameters<AuditLog['write']>[0], at: Date) => Promise<void>,
  ): Promise<boolean> =>
    storage.transaction(async (trx) => {
      await dialectOf(trx).lock(trx, [`test ${test.kind}`]);
      const at = now();
      const last = await lastTest(trx, test.kind);
      if (last && at.getTime() - Date.parse(last.created_at) < firstHourTimes.testEveryMs) return false;
      await insertTest(trx, { ...test, created_at: at.toISOString() });
      await also(trx, at);
      await changed(trx, 'settings');
      const { person_id: by, kind } = test;
      await audit.write(trx, { by, action: 'test-sent', about: [], detail: { kind } });
      return true;
    });

  const messageOf = (id: string, kind: 'test-text' | 'test-link', recipient: string, at: Date) => ({
    kind,
    subjectId: id,
    recipient,
    at,
    expiresAt: isoAfter(at, firstHourTimes.linkForMs),
  });

  return {
    /**
     * Every line, and the number of open ones.
     *
     * @param phone the caller's number
     */
    lines,

    /** The number of open lines. Once it was 0, that is stored and the lines are not read again. */
    async open(): Promise<number> {
      if (await settingOf(db, 'first-hour-done')) return 0;
      const { open } = await lines(null);
      const at = now().toISOString();
      if (open === 0) {
        await storage.transaction(async (trx) => {
          await writeSetting(trx, 'first-hour-done', at, at);
          await changed(trx, 'counts');
        });
      }
      return open;
    },

    /** Sends a test mail and waits for the mail server's answer. */
    async testMail(to: string, by: string): Promise<TestOutcome<'noMail' | 'badMail' | 'tooSoon'>> {
      const { smtp } = config;
      if (!smtp) return refused('noMail');
      if (!isOneAddress(to)) return refused('badMail');
      const id = mintId();
      const begun = await begin({ id, kind: 'mail', recipient: to, person_id: by }, async () => {});
      if (!begun) return refused('tooSoon');
      const result = await sendTestMail(smtp, to, testMail);
      await storage.transaction(async (trx) => {
        const said = result.taken
          ? { taken_at: now().toISOString(), said: result.said }
          : { step: result.step, said: result.said };
        await noteAnswer(trx, id, said);
        await changed(trx, 'settings');
      });
      return done;
    },

    /** Sends a test text to the caller through the outbox. */
    async testText(person: ShiftPerson): Promise<TestOutcome<'noTexts' | 'noPhone' | 'tooSoon'>> {
      if (!delivery.can.sms) return refused('noTexts');
      const { phone } = person;
      if (phone === null) return refused('noPhone');
      const id = mintId();
      const test = { id, kind: 'text' as TestKind, recipient: phone, person_id: person.id };
      const begun = await begin(test, (trx, at) => delivery.enqueueText(trx, messageOf(id, 'test-text', phone, at)));
      if (begun) delivery.wake();
      return begun ? done : refused('tooSoon');
    },

    /** Sends a test link to a person, by text if possible, otherwise by mail. The press comes later. */
    async testLink(personId: string, by: string): Promise<TestOutcome<'nobody' | 'tooSoon'>> {
      const person = await findPersonById(db, personId);
      const phone = delivery.can.sms ? person?.phone : undefined;
      const mail = delivery.can.mail ? person?.mail : undefined;
      const recipient = phone ?? mail;
      if (!person || !recipient) return refused('nobody');
      const id = mintId();
      const token_hash = hashOfToken(keyed, tokenOf(keyed, id));
      const enqueue = phone ? delivery.enqueueText : delivery.enqueue;
      const begun = await begin({ id, kind: 'link', recipient, person_id: by, token_hash }, (trx, at) =>
        enqueue(trx, messageOf(id, 'test-link', recipient, at)),
      );
      if (begun) delivery.wake();
      return begun ? done : refused('tooSoon');
    },

    /** What the page of a test link shows. Changes nothing. */
    async lookAtLink(token: string): Promise<'works' | 'pressed' | 'dead'> {
      const test = await findLinkTest(db, hashOfToken(keyed, token));
      if (!test) return 'dead';
      if (test.pressed_at !== null) return 'pressed';
      return linkExpiryOf(test) > now().toISOString() ? 'works' : 'dead';
    },

    /** Stores the press of the link's button. False when the link does not work, or was pressed before. */
    pressLink: (token: string): Promise<boolean> =>
      storage.transaction(async (trx) => {
        const at = now();
        const madeAfter = isoBefore(at, firstHourTimes.linkForMs);
        const pressed = await pressTest(trx, hashOfToken(keyed, token), at.toISOString(), madeAfter);
        if (pressed) {
          await changed(trx, 'settings');
          await changed(trx, 'counts');
        }
        return pressed;
      }),

    async removeSamples(by: string): Promise<void> {
      await options.removeSamples(by);
      await storage.transaction((trx) => changed(trx, 'counts'));
    },
  };
}
