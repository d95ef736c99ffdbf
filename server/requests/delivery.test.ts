/** The way of a request's texts and mails: through the real outbox, worker and provider's API, on a clock of the test's. */
import { describe, expect, it } from 'vitest';
import { startFakeSms, type TextFault } from '../../tests/fakes/sms.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';

const minuteMs = 60_000;

/** One person on shift, so that every text is the same one. */
const alone = 'Marlow Finch, +12075550121';

const error = (status: number, code?: number, retryAfterS?: number): TextFault => ({
  kind: 'error',
  status,
  ...(code !== undefined && { code }),
  ...(retryAfterS !== undefined && { retryAfterS }),
});

const cutTwice: readonly TextFault[] = [{ kind: 'cut' }, { kind: 'cut' }];

eachEngine((under) => {
  async function running(...faults: TextFault[]) {
    const sms = await startFakeSms();
    sms.meet(...faults);
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const portal = await startPortal(under, { ...sms.env, ON_SHIFT: alone }, { now: clock.now });
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token);
    const { context } = portal;
    const { db } = context.storage;
    const reportOn = (nth: number, status: string, code?: string) => {
      const text = sms.texts[nth];
      if (!text) throw new Error('it was not sent');
      const { pathname } = new URL(text.statusCallback);
      return portal.app.inject({ method: 'POST', url: pathname, ...sms.report(text, status, code) });
    };
    const textRow = () => db.selectFrom('messages').selectAll().where('channel', '=', 'sms').executeTakeFirstOrThrow();
    return {
      ...portal,
      sms,
      clock,
      token,
      id,
      textRow,
      due: () => context.delivery.runDue(),
      /** Goes on to a time after the press in steps, as a running server does; when each text was sent. */
      async until(endMs: number, stepMs = 1000): Promise<number[]> {
        const began = Date.parse('2026-11-21T21:06:00.000Z');
        const sentAtMs: number[] = [];
        while (clock.now().getTime() - began <= endMs) {
          const before = sms.texts.length;
          await context.agentRequests.sweep();
          await context.delivery.runDue();
          if (sms.texts.length > before) sentAtMs.push(clock.now().getTime() - began);
          clock.advance(stepMs);
        }
        return sentAtMs;
      },
      report: (status: string, code?: string) => reportOn(sms.texts.length - 1, status, code),
      reportOn,
    };
  }

  describe('R22 a text', () => {
    it('carries dealership, request, number and link, and never the dealership’s own words', async () => {
      const { sms, due, linksOf, id } = await running();
      await due();
      expect(sms.complaints).toEqual([]);
      const link = `https://desk.example/agent#${(await linksOf(id))['Marlow Finch']}`;
      expect(sms.texts.map(({ body }) => body)).toEqual([
        `Boxline: ${dealer.name}, Request Agent for Active Deal, 4:06 PM EST. Call ${dealer.phone}. ${link}`,
      ]);
      expect(sms.texts[0]?.body.length).toBeLessThan(160);
      expect(sms.texts[0]?.validForS).toBe(900);
    });

    it('moves the card when the provider takes it and when the telephone has it', async () => {
      const { due, report, view, token, id, historyOf } = await running();
      await due();
      expect(await view(token, id)).toMatchObject({ state: 'sent', deliveredAt: null });
      for (const status of ['sent', 'delivered', 'delivered', 'sent'])
        expect((await report(status)).statusCode).toBe(204);
      expect(await view(token, id)).toMatchObject({ state: 'delivered', smsStatus: 'going' });
      expect(await historyOf(id)).toEqual(['stored', 'sent: sms to Marlow Finch', 'delivered: sms to Marlow Finch']);
    });

    it('that the telephone never got makes the card say to call', async () => {
      const { due, report, view, token, id, historyOf } = await running();
      await due();
      await report('undelivered', '30003');
      expect(await view(token, id)).toMatchObject({ state: 'sent', smsStatus: 'failed' });
      expect((await historyOf(id)).at(-2)).toMatch(/^undelivered: sms to Marlow Finch: ./);
    });

    it('that the telephone has after all makes the card trust texts again, and is sent to nobody again', async () => {
      const { until, report, view, token, id, textRow, historyOf, context } = await running(...cutTwice);
      await until(minuteMs);
      expect(await textRow()).toMatchObject({ state: 'failed' });
      expect(await view(token, id)).toMatchObject({ smsStatus: 'failed' });
      await report('delivered');
      expect(await textRow()).toMatchObject({ state: 'sent', last_error: null });
      expect(await view(token, id)).toMatchObject({ state: 'delivered', smsStatus: 'going' });
      expect((await historyOf(id)).slice(-2)).toEqual(['sent: sms to Marlow Finch', 'delivered: sms to Marlow Finch']);
      expect(await context.delivery.unfinished()).toMatchObject({ failed: 0 });
    });

    it('of an earlier try that failed says nothing about the later one that was taken', async () => {
      const { until, reportOn, view, token, id, textRow } = await running({ kind: 'cut' });
      await until(minuteMs);
      expect(await textRow()).toMatchObject({ state: 'sent', attempts: 2 });
      await reportOn(0, 'undelivered');
      expect(await textRow()).toMatchObject({ state: 'sent' });
      await reportOn(0, 'delivered');
      expect(await view(token, id)).toMatchObject({ state: 'delivered', smsStatus: 'going' });
    });

    it('of the try that was taken and failed makes the card say to call', async () => {
      const { until, reportOn, view, token, id } = await running({ kind: 'cut' });
      await until(minuteMs);
      await reportOn(1, 'undelivered');
      expect(await view(token, id)).toMatchObject({ smsStatus: 'failed' });
    });

    it('R1128 that is reported as undelivered after the end of its request alarms nobody', async () => {
      const { due, report, clock, context } = await running();
      await due();
      clock.advance(16 * minuteMs);
      await report('undelivered', '30003');
      await context.alerts.sweep();
      clock.advance(15 * minuteMs);
      await context.alerts.sweep();
      const raised = await context.storage.db.selectFrom('alerts').select('kind').execute();
      expect(raised.filter(({ kind }) => kind.startsWith('text-'))).toEqual([]);
    });

    it('whose report is not signed for our public address moves nothing', async () => {
      const { due, sms, app, view, token, id } = await running();
      await due();
      const [text] = sms.texts;
      if (!text) throw new Error('nothing was sent');
      const { pathname } = new URL(text.statusCallback);
      const forged = sms.report({ ...text, statusCallback: `http://localhost${pathname}` }, 'delivered');
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const report of [forged, { headers, payload: 'MessageStatus=delivered&MessageSid=x' }]) {
        expect((await app.inject({ method: 'POST', url: pathname, ...report })).statusCode).toBe(403);
      }
      expect(await view(token, id)).toMatchObject({ state: 'sent' });
    });
  });

  describe('a text provider that fails', () => {
    it('is tried at 0, 2, 7, 17 and 37 seconds, give or take a fifth, and then the card says to call', async () => {
      const { until, view, token, id, textRow } = await running(...Array<TextFault>(9).fill(error(500)));
      const sentAtMs = await until(2 * minuteMs);
      expect(sentAtMs).toHaveLength(5);
      expect(sentAtMs[0]).toBe(0);
      expect(sentAtMs[4]).toBeLessThanOrEqual(49_000);
      expect(await textRow()).toMatchObject({ state: 'failed', attempts: 5 });
      expect(await view(token, id)).toMatchObject({ state: 'stored', smsStatus: 'failed' });
    });

    it('gets nothing before its Retry-After', async () => {
      const { until } = await running(error(429, 20429, 30));
      const sentAtMs = await until(minuteMs);
      expect(sentAtMs).toHaveLength(2);
      expect(sentAtMs[1]).toBeGreaterThanOrEqual(30_000);
    });

    it('gets nothing after fifteen minutes, however long its Retry-After', async () => {
      const { until, textRow, view, token, id } = await running(error(429, 20429, 20 * 60));
      expect(await until(25 * minuteMs, 20_000)).toEqual([0]);
      expect(await textRow()).toMatchObject({ state: 'expired' });
      expect(await view(token, id)).toMatchObject({ state: 'expired' });
    });

    it.each([21211, 21610, 21614])('and says %i is not asked again', async (code) => {
      const { until, textRow } = await running(error(400, code));
      expect(await until(minuteMs)).toEqual([0]);
      expect(await textRow()).toMatchObject({ state: 'failed', attempts: 1 });
    });

    it.each(['cut', 'garbage'] as const)(
      'in a way that leaves the text’s fate unknown (%s) gets it once more, marked',
      async (kind) => {
        const { until, textRow, historyOf, id, sms } = await running({ kind }, { kind });
        expect(await until(2 * minuteMs)).toHaveLength(2);
        expect(sms.texts.map(({ body }) => body.startsWith('Sent again. '))).toEqual([false, true]);
        const row = await textRow();
        expect(row).toMatchObject({ state: 'failed', attempts: 2 });
        expect(row.last_error).toContain('may have arrived');
        expect(await historyOf(id)).toContain('unsure: sms to Marlow Finch');
      },
    );

    it('and reports the text whose fate was unknown gets it no second time', async () => {
      const { due, report, until, textRow } = await running({ kind: 'cut' });
      await due();
      expect(await textRow()).toMatchObject({ state: 'unsure' });
      await report('delivered');
      expect(await until(minuteMs)).toEqual([]);
      expect(await textRow()).toMatchObject({ state: 'sent' });
    });
  });

  it('R22 a server that stopped in mid-send sends once more, and after a second stop never again', async () => {
    const { context, until, textRow, historyOf, id, sms } = await running();
    const { db } = context.storage;
    const dieInMidSend = async () => {
      await db
        .updateTable('messages')
        .set({ lease_token: 'dead', lease_until: new Date(0).toISOString(), attempts: 1 })
        .where('channel', '=', 'sms')
        .execute();
    };
    await dieInMidSend();
    expect(await until(30_000)).toHaveLength(1);
    expect(await textRow()).toMatchObject({ state: 'sent', attempts: 2 });
    await db.updateTable('messages').set({ state: 'unsure', sent_at: null }).where('channel', '=', 'sms').execute();
    await dieInMidSend();
    await until(90_000);
    expect(sms.texts).toHaveLength(1);
    expect(await textRow()).toMatchObject({ state: 'failed' });
    expect((await historyOf(id)).slice(-2)).toEqual([
      expect.stringMatching(/^undelivered: sms to Marlow Finch: .*may have arrived/),
      'not-texted: failed',
    ]);
  });

  it('an acceptance spares those who were not told yet, and not the operator', async () => {
    const sms = await startFakeSms();
    const portal = await startPortal(under, sms.env);
    const id = await portal.ask(await portal.sessionFor(portal.shared.code));
    await portal.agent((await portal.linksOf(id))['Marlow Finch'] ?? '', 'accept');
    await portal.context.agentRequests.sweep();
    const rows = await portal.context.storage.db.selectFrom('messages').select(['recipient', 'state']).execute();
    expect(rows.filter(({ state }) => state !== 'expired')).toEqual([{ recipient: '', state: 'held' }]);
    await portal.context.delivery.runDue();
    expect(sms.texts).toEqual([]);
    expect(await portal.historyOf(id)).toEqual(['stored', 'accepted: Marlow Finch']);
  });
});
