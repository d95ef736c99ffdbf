import { describe, expect, onTestFinished, test } from 'vitest';
import { type Fault, startFakeSmtp } from '../../tests/fakes/smtp.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, from, operator, rowsOf, startServer } from '../../tests/support/outbox-worker.ts';
import { createSmtpTransport } from './mail/transport.ts';

eachEngine(({ openStorage }) => {
  describe('a mail server that misbehaves', () => {
    const timeouts = { connectMs: 400, greetingMs: 400, silenceMs: 400, mailMs: 5000 };
    const faults: [string, Fault, string][] = [
      ['refuses connections', { kind: 'refuse' }, 'waiting'],
      ['answers 421', { kind: 'reply', at: 'greeting', code: 421 }, 'waiting'],
      ['answers 451', { kind: 'reply', at: 'recipient', code: 451 }, 'waiting'],
      ['cuts in mid-text', { kind: 'cut', at: 'mid-data' }, 'unsure'],
      ['cuts after the text', { kind: 'cut', at: 'after-data' }, 'unsure'],
      ['says nothing', { kind: 'silent', at: 'greeting', forMs: 60_000 }, 'waiting'],
      ['says nothing after the text', { kind: 'silent', at: 'data', forMs: 60_000 }, 'unsure'],
      ['refuses our login', { kind: 'reply', at: 'login', code: 535 }, 'waiting'],
    ];

    async function startWithSmtp() {
      const storage = await openStorage();
      const smtp = await startFakeSmtp();
      onTestFinished(() => smtp.stop());
      const url = smtp.url.replace('//', '//desk:secret@');
      const transport = createSmtpTransport({ url, from, timeouts });
      return { storage, smtp, ...startServer(storage, transport) };
    }

    test.each(faults)('%s: both mails arrive after the repair', async (_how, fault, state) => {
      const { storage, smtp, clock, worker, enqueue, logged } = await startWithSmtp();
      await smtp.misbehave(fault);
      await enqueue();
      await enqueue(dealer);
      await worker.runDue();
      expect(await rowsOf(storage)).toMatchObject([
        { state, attempts: 1, last_error: expect.any(String) },
        { state, attempts: 1, last_error: expect.any(String) },
      ]);
      const unacknowledged = smtp.mails.length;
      await smtp.repair();
      clock.advance(6000);
      await worker.runDue();
      const arrived = smtp.mails.slice(unacknowledged);
      expect(arrived.map(({ to }) => to).sort()).toEqual([[dealer], [operator]]);
      expect(await rowsOf(storage)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
      const ids = new Set(smtp.mails.map(({ parsed }) => parsed.messageId));
      expect(ids.size).toBe(2);
      expect(JSON.stringify(logged)).not.toContain('@');
    });

    test('550 stops at once and needs a person; the other mail is not held up', async () => {
      const { storage, smtp, clock, worker, enqueue, logged } = await startWithSmtp();
      await smtp.misbehave(
        { kind: 'reply', at: 'recipient', code: 550, text: `<${dealer}> unknown` },
        { recipient: dealer },
      );
      await enqueue(dealer);
      await enqueue();
      await worker.runDue();
      clock.advance(1_000_000_000);
      await worker.runDue();
      expect(smtp.mails.map(({ to }) => to)).toEqual([[operator]]);
      const failed = (await rowsOf(storage)).filter(({ state }) => state === 'failed');
      expect(failed).toMatchObject([{ recipient: dealer, attempts: 1, last_error: expect.stringContaining('550') }]);
      expect(logged).toContainEqual(expect.objectContaining({ event: 'a message needs a person', code: 'SMTP 550' }));
      expect(JSON.stringify(logged)).not.toContain('@');
    });
  });
});
