/** Tests the measured figures of random histories against a count minute by minute, and every place that shows them. */
import { load } from 'cheerio';
import { describe, expect, it, vi } from 'vitest';
import type { Status } from '#contract/status-endpoints.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { minuteMs, seedAnswers, seedPresence, seedRequests } from '../../tests/support/measured-history.ts';
import { recountMeasured } from '../../tests/support/measured-recount.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { seededRandom } from '../../tests/support/seeded.ts';

vi.setConfig({ testTimeout: 60_000 });

const dayMs = 24 * 60 * minuteMs;

eachEngine((under) => {
  const start = async (at: string) => {
    const clock = testClock(at);
    const server = await startPortal(under, { ON_SHIFT: '' }, { now: clock.now, clockMs: () => clock.now().getTime() });
    const get = async (path: string) => load((await server.app.inject(path)).body);
    const status = async (): Promise<Status> => (await server.app.inject('/status.json')).json();
    const figureOf = async (id: string) => (await status()).figures.find((figure) => figure.id === id);
    return { ...server, clock, get, status, figureOf };
  };

  const seed = async (server: Awaited<ReturnType<typeof start>>, { days = 95, requests = 150, connectS = 8 } = {}) => {
    const random = seededRandom();
    const { storage } = server.context;
    const people = ['Ana Ruiz', 'Ben Cole'].map((name, at) => ({
      id: `person-${at}`,
      name,
      created_at: '2026-01-01T00:00:00.000Z',
    }));
    await storage.db.insertInto('people').values(people).execute();
    const toMs = server.clock.now().getTime() - 2 * minuteMs;
    const options = { storage, random, replicas: 2, fromMs: toMs - days * dayMs, toMs };
    await seedAnswers(options);
    await seedPresence(
      options,
      people.map(({ id }) => id),
    );
    await seedRequests(options, { count: requests, connectMs: (some) => some.between(1000, connectS * 2000) });
  };

  it('R219 what servers did on a database that was lost counts as down once a backup is put back', async () => {
    const server = await start('2026-12-10T05:02:00.000Z');
    const { db } = server.context.storage;
    const ago = (hours: number) => new Date(server.clock.now().getTime() - hours * 60 * minuteMs).toISOString();
    const spans = [
      // Spans that the backup has, and spans from after the restore. What was written in between is lost.
      { id: 'before', started_at: ago(24 * 20), seen_at: ago(30) },
      { id: 'after', started_at: ago(6), seen_at: ago(0) },
    ];
    await db.insertInto('up_spans').values(spans).execute();
    await server.context.measured.refresh();
    const { days } = await server.status();
    expect(days.reduce((sum, { downMs }) => sum + downMs, 0)).toBe(24 * 60 * minuteMs);
  });

  describe('R175 the figures of the last 90 days', () => {
    it.each([
      ['spring', '2027-05-20T14:02:00.000Z'],
      ['autumn', '2026-12-10T05:02:00.000Z'],
    ])(
      'are what a count minute by minute says, over the clock change in %s, two replicas and their restarts',
      async (_, at) => {
        const server = await start(at);
        await seed(server);
        await server.context.measured.refresh();
        const found = await server.status();
        const again = await recountMeasured(server.context.storage, found.asOf ?? '', 90);
        const exactOf = Object.fromEntries(found.figures.map(({ id, exact }) => [id, exact]));
        expect(exactOf['setup']).toBe(again.setupMs);
        expect(exactOf['accept']).toBe(again.acceptMs);
        expect(exactOf['uptime']).toBeCloseTo(again.uptime, 10);
        expect(exactOf['availability']).toBeCloseTo(again.availability, 10);
        expect(exactOf['uptime']).toBeLessThan(1);
        expect(found.missed).toBe(again.missed);
        expect(found.days.map(({ day, downMs }) => [day, downMs])).toEqual(again.days);
        expect(found.days).toHaveLength(90);
      },
    );

    it('are the same on the pages, on the page of the status and as JSON', async () => {
      const server = await start('2027-05-20T14:02:00.000Z');
      await seed(server);
      await server.context.measured.refresh();
      const { figures, days } = await server.status();
      const [home, page] = [await server.get('/'), await server.get('/status')];
      const inBlock = JSON.parse(home('#shown-figures').text());
      for (const { id, value, standing, note, target } of figures) {
        expect([id, standing]).toEqual([id, 'measured']);
        expect(page(`[data-measured=${id}] [data-value]`).text()).toBe(value);
        expect(page(`[data-measured=${id}] [data-note]`).text()).toBe(note);
        if (id === 'accept') continue;
        expect(inBlock[id]).toMatchObject({ value, note: `${note}. Target: ${target}.` });
        const shown = home(`[data-figure=${id}]`);
        if (id === 'uptime') continue;
        expect(shown.find('[data-value]').text()).toBe(value);
        expect(shown.find('[data-standing]').text()).toBe('measured');
        expect(shown.find('[data-note]').text()).toBe(inBlock[id].note);
        expect(shown.find('[data-note]').attr('hidden')).toBeUndefined();
      }
      // Nothing measures the profit here.
      expect(home('[data-figure=profit] [data-standing]').text()).toBe('target');
      expect(page('.day')).toHaveLength(days.length);
      expect(page('[data-days] tr')).toHaveLength(days.length);
      const gaps = days.filter(({ downMs, uptime }) => uptime !== null && downMs > 0);
      expect(page('.day.is-gap')).toHaveLength(gaps.length);
    });

    it('are shown as they are when they are worse than the target', async () => {
      const server = await start('2027-05-20T14:02:00.000Z');
      await seed(server, { connectS: 200 });
      await server.context.measured.refresh();
      const setup = await server.figureOf('setup');
      expect(setup?.exact).toBeGreaterThan(10_000);
      expect(setup).toMatchObject({ standing: 'measured', target: 'under 10 seconds' });
      const home = await server.get('/');
      expect(home('[data-figure=setup] [data-value]').text()).toBe(setup?.value);
    });
  });

  describe('R176 a figure stays a target', () => {
    it('without any history: every page is as it was built', async () => {
      const server = await start('2027-05-20T14:02:00.000Z');
      const before = (await server.app.inject('/')).headers['etag'];
      await server.context.measured.refresh();
      const { figures } = await server.status();
      expect(figures.map(({ standing, value }) => [standing, value])).toEqual(figures.map(() => ['target', null]));
      expect((await server.app.inject('/')).headers['etag']).toBe(before);
    });

    it('after a few cases, and says how many there are and how many it takes', async () => {
      const server = await start('2027-05-20T14:02:00.000Z');
      await seed(server, { days: 13, requests: 12 });
      await server.context.measured.refresh();
      const { figures } = await server.status();
      for (const { standing, note, cases } of figures) {
        expect(standing).toBe('target');
        expect(cases.count).toBeGreaterThan(0);
        expect(cases.count).toBeLessThan(cases.least);
        expect(note).toBe(
          `${cases.count} ${cases.of} so far. It is shown as measured from ${cases.least} ${cases.of} on.`,
        );
      }
      const page = await server.get('/status');
      expect(page('[data-measured=uptime] [data-value]').text()).toBe('claim');
    });
  });

  describe('R177 a page changes at most once an hour', () => {
    it('with its tag, its encodings and the same policy', async () => {
      const server = await start('2027-05-20T14:02:00.000Z');
      await seed(server);
      const look = async () => {
        const { headers, body } = await server.app.inject('/');
        return { tag: String(headers['etag']), policy: headers['content-security-policy'], body };
      };
      const built = await look();
      await server.context.measured.refresh();
      const first = await look();
      expect(first.tag).not.toBe(built.tag);
      expect(first.policy).toBe(built.policy);
      const again = await server.app.inject({ url: '/', headers: { 'if-none-match': built.tag } });
      expect([again.statusCode, again.body]).toEqual([200, first.body]);
      await server.context.storage.db.deleteFrom('agent_requests').execute();
      for (let minute = 0; minute < 57; minute += 1) {
        server.clock.advance(minuteMs);
        await server.context.measured.refresh();
      }
      expect(await look()).toEqual(first);
      // The next full hour, and a minute for late writes of other servers.
      server.clock.advance(2 * minuteMs);
      await server.context.measured.refresh();
      const next = await look();
      expect(next.tag).not.toBe(first.tag);
      expect(load(next.body)('[data-figure=setup] [data-standing]').text()).toBe('target');
    });
  });
});
