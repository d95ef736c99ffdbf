import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { listEntries } from '#server/audit/service.ts';
import type { Overrides } from '#server/context.ts';
import type { Storage } from '#server/database/open.ts';
import { pollEveryMs } from '#server/exports/service.ts';
import { parseCsv } from '../../tests/support/csv.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { storeLead } from '../../tests/support/stored-lead.ts';

const exportsPath = '/api/desk/exports';

/** Stores calls in the log: enough of them for an export of several slices. */
async function storeCalls({ db }: Storage, count: number, from = 0): Promise<void> {
  const dealership = await db.selectFrom('dealerships').select(['id', 'name']).executeTakeFirstOrThrow();
  for (let first = from; first < from + count; first += 500) {
    const rows = Array.from({ length: Math.min(500, from + count - first) }, (_, at) => ({
      id: mintId(),
      reference: `BX-TEST-${String(first + at).padStart(5, '0')}`,
      dealership_id: dealership.id,
      dealership_name: '=1+1, "Motors"',
      request_type: 'active_deal' as const,
      note: '',
      disposition: 'help_only' as const,
      person_id: 'p',
      logged_by: 'Ana Ruiz',
      // Three calls share each time, so that slices end between rows of equal time.
      created_at: new Date(Date.UTC(2026, 10, 1) + Math.floor((first + at) / 3) * 60_000).toISOString(),
    }));
    await db.insertInto('calls').values(rows).execute();
  }
}

eachEngine((under) => {
  async function running(overrides: Overrides = {}) {
    const server = await startDesk(under, {}, overrides);
    const { storage, audit } = server.context;
    const begin = async (cookie: string, filter: object = {}, kind = 'requests') =>
      server.desk('POST', exportsPath, { cookie, body: { kind, filter } });
    const addressOf = async (cookie: string, filter: object = {}, kind = 'requests') =>
      ((await begin(cookie, filter, kind)).json() as { address: string }).address;
    const download = (address: string, cookie: string | undefined) => server.desk('GET', address, { cookie });
    const exported = async () => {
      await audit.flush();
      return listEntries(storage.db, { action: 'exported' }, { cursor: undefined, limit: 100 });
    };
    return { ...server, storage, begin, addressOf, download, exported };
  }

  describe('R109 an export', () => {
    test('holds every row that the filter shows, once, safe for a spreadsheet', async () => {
      const { signInAs, storage, addressOf, download } = await running();
      await storeCalls(storage, 1000);
      const { cookie } = await signInAs('manager');
      const answer = await download(await addressOf(cookie), cookie);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="requests-\d{4}-\d\d-\d\d\.csv"$/);
      expect(answer.headers['cache-control']).toBe('no-store');
      const [head, ...rows] = parseCsv(answer.text);
      expect(head?.[0]).toBe('\ufeff"reference"');
      expect(new Set(rows.map(([reference]) => reference)).size).toBe(1000);
      expect(rows).toHaveLength(1000);
      expect(rows[0]?.[2]).toBe(`'=1+1, "Motors"`);
      const one = parseCsv((await download(await addressOf(cookie, { search: 'BX-TEST-0001' }), cookie)).text);
      expect(one.length).toBeLessThan(rows.length);
    });

    test('R208 gives way before each hundred of its rows, and goes on when it may', async () => {
      const { context, signInAs, storage, addressOf, download } = await running();
      await storeCalls(storage, 1000);
      const { cookie } = await signInAs('manager');
      const address = await addressOf(cookie);
      const gates: PromiseWithResolvers<void>[] = [];
      const asked = Promise.withResolvers<void>();
      let isOpen = false;
      context.answering.giveWay = () => {
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        asked.resolve();
        if (isOpen) gate.resolve();
        return gate.promise;
      };
      const downloading = download(address, cookie);
      await asked.promise;
      expect(gates).toHaveLength(1);
      isOpen = true;
      gates[0]?.resolve();
      expect(parseCsv((await downloading).text)).toHaveLength(1001);
      expect(gates).toHaveLength(10);
    });

    test.each([
      ['dealerships', 'name', [{}, { filter: 'samples' }, { filter: 'closed' }, { filter: 'no-code', search: 'mot' }]],
      ['leads', 'reference', [{}, { status: 'all' }, { form: 'intake' }, { flagged: 'yes' }]],
    ] as const)('of %s holds what their list shows, filter by filter', async (kind, column, filters) => {
      const server = await running();
      const { signInAs, desk, storage, addressOf, download } = server;
      for (const n of [0, 1, 2]) await storeLead(storage, n, `Motors ${n}`);
      const { cookie } = await signInAs('manager');
      const counts: number[] = [];
      for (const filter of filters) {
        const list = await desk('GET', `/api/desk/${kind}?${new URLSearchParams(filter).toString()}`, { cookie });
        const shown = (list.json() as { rows: Record<string, string>[] }).rows.map((row) => row[column]);
        const file = parseCsv((await download(await addressOf(cookie, filter, kind), cookie)).text);
        const at = (file[0] ?? []).findIndex((name) => name.replace(/[\ufeff"]/g, '') === column);
        expect(file.slice(1).map((row) => row[at])).toHaveLength(shown.length);
        expect(new Set(file.slice(1).map((row) => row[at]))).toEqual(new Set(shown));
        counts.push(shown.length);
      }
      expect(Math.max(...counts)).toBeGreaterThan(1);
      expect(Math.min(...counts)).toBeLessThan(Math.max(...counts));
    });

    test('of leads holds what a reference finds, whatever the filter beside it', async () => {
      const { signInAs, desk, storage, addressOf, download } = await running();
      const reference = await storeLead(storage, 1, 'Motors');
      await storage.db.updateTable('leads').set({ status: 'lost', closed_at: new Date().toISOString() }).execute();
      const { cookie } = await signInAs('manager');
      const search = reference.toLowerCase().replaceAll('-', ' ');
      const shown = (await desk('GET', `/api/desk/leads?search=${search}`, { cookie })).json() as { rows: object[] };
      expect(shown.rows).toMatchObject([{ reference }]);
      const [, ...rows] = parseCsv((await download(await addressOf(cookie, { search }, 'leads'), cookie)).text);
      expect(rows.map(([first]) => first)).toEqual([reference]);
    });

    test('needs the permission, a fresh proof, and a filter that the list has', async () => {
      const { signInAs, begin } = await running();
      expect((await begin((await signInAs('agent')).cookie)).status).toBe(403);
      const old = await signInAs('manager', { fresh: false });
      expect(await begin(old.cookie)).toMatchObject({ status: 403, text: expect.stringContaining('Prove') });
      const { cookie } = await signInAs('manager');
      expect((await begin(cookie, { nothing: 'like it' })).status).toBe(422);
      expect((await begin(cookie, {}, 'secrets')).status).toBe(422);
      expect((await begin(cookie)).status).toBe(200);
    });

    test('is downloaded once, by the session that began it, within a minute', async () => {
      const { signInAs, addressOf, download, storage, context } = await running();
      const { cookie } = await signInAs('manager');
      const other = await signInAs('manager');
      const address = await addressOf(cookie);
      expect((await download(address, other.cookie)).status).toBe(410);
      expect((await download(address, undefined)).status).toBe(401);
      expect((await download(address, cookie)).status).toBe(200);
      expect((await download(address, cookie)).status).toBe(410);
      const late = await addressOf(cookie);
      const [ticket] = await storage.db.selectFrom('export_tickets').selectAll().execute();
      const leftMs = Date.parse(ticket?.expires_at ?? '') - context.now().getTime();
      expect(leftMs).toBeGreaterThan(30_000);
      expect(leftMs).toBeLessThanOrEqual(60_000);
      await storage.db.updateTable('export_tickets').set({ expires_at: context.now().toISOString() }).execute();
      expect((await download(late, cookie)).status).toBe(410);
    });

    test('R1116 whose download never begins is deleted with the filter that was typed', async () => {
      const clock = { at: new Date('2026-11-21T21:00:00Z') };
      const { signInAs, begin, storage, context } = await running({ now: () => clock.at });
      const { cookie } = await signInAs('manager');
      const left = async () => {
        await context.pruning.prune();
        const tickets = await storage.db.selectFrom('export_tickets').select('filter').orderBy('expires_at').execute();
        return tickets.map(({ filter }) => JSON.parse(filter));
      };
      await begin(cookie, { search: 'Ada Quill' });
      clock.at = new Date('2026-11-21T21:00:59Z');
      await begin(cookie, { search: '14 Commercial Wharf' });
      expect(await left()).toEqual([{ search: 'Ada Quill' }, { search: '14 Commercial Wharf' }]);
      clock.at = new Date('2026-11-21T21:01:00Z');
      expect(await left()).toEqual([{ search: '14 Commercial Wharf' }]);
      clock.at = new Date('2026-11-21T21:01:59Z');
      expect(await left()).toEqual([]);
    });

    test('R1116 whose download never began is deleted by the next export while the server doubts its clock', async () => {
      const clock = { at: new Date('2026-11-21T21:00:00Z') };
      const { signInAs, begin, storage } = await running({ now: () => clock.at });
      const { cookie } = await signInAs('manager');
      await begin(cookie, { search: 'Ada Quill' });
      clock.at = new Date('2026-11-21T21:02:00Z');
      await begin(cookie, { search: '14 Commercial Wharf' });
      const tickets = await storage.db.selectFrom('export_tickets').select('filter').execute();
      expect(tickets.map(({ filter }) => JSON.parse(filter))).toEqual([{ search: '14 Commercial Wharf' }]);
    });

    test('of many who take one address at the same instant, one has it', async () => {
      const { signInAs, addressOf, download, exported } = await running();
      const { cookie } = await signInAs('manager');
      for (let round = 1; round <= 10; round++) {
        const address = await addressOf(cookie);
        const taken = await Promise.all([1, 2].map(() => download(address, cookie)));
        expect(taken.map(({ status }) => status).sort()).toEqual([200, 410]);
        expect(await exported()).toHaveLength(round);
      }
    });

    test('R80 is in the audit log with its filter before the first byte, without what was typed', async () => {
      const { signInAs, addressOf, download, exported, storage } = await running();
      const { cookie, personId } = await signInAs('manager');
      const address = await addressOf(cookie, { search: 'Secret Motors' });
      expect(await exported()).toEqual([]);
      await download(address, cookie);
      expect(await exported()).toMatchObject([
        { by_id: personId, about: [{ kind: 'list', id: 'requests' }], detail: '{"filters":["search"]}' },
      ]);
      const failing = await addressOf(cookie);
      await storage.db.schema.alterTable('audit_entries').renameTo('audit_away').execute();
      const answer = await download(failing, cookie);
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain('reference');
      await storage.db.schema.alterTable('audit_away').renameTo('audit_entries').execute();
      expect((await download(failing, cookie)).status).toBe(200);
    });

    test('loses no row and shows none twice while rows come, change and go', async () => {
      const { signInAs, storage, addressOf, app } = await running();
      await storeCalls(storage, 3000);
      const before = await storage.db.selectFrom('calls').select('reference').execute();
      const { cookie } = await signInAs('manager');
      const gone = new Set<string>();
      let writing = true;
      const writer = (async () => {
        for (let n = 0; writing; n++) {
          await storeCalls(storage, 1, 50_000 + n);
          const reference = `BX-TEST-${String((n * 7) % 3000).padStart(5, '0')}`;
          await storage.db
            .updateTable('calls')
            .set({ note: `${n}` })
            .where('reference', '=', reference)
            .execute();
          const end = `BX-TEST-${String((n * 11) % 3000).padStart(5, '0')}`;
          gone.add(end);
          await storage.db.deleteFrom('calls').where('reference', '=', end).execute();
        }
      })();
      const address = await addressOf(cookie);
      const answer = await app.inject({
        method: 'GET',
        url: address,
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      });
      writing = false;
      await writer;
      const rows = parseCsv(answer.body)
        .slice(1)
        .map(([reference = '']) => reference);
      expect(new Set(rows).size).toBe(rows.length);
      const throughout = before.map(({ reference }) => reference).filter((reference) => !gone.has(reference));
      expect(throughout.filter((reference) => !rows.includes(reference))).toEqual([]);
    });

    test('stops reading when the browser goes away or takes nothing, and leaves room for the next', async () => {
      const { app, signInAs, storage, addressOf, context } = await running();
      await storeCalls(storage, 20_000);
      await app.listen({ port: 0, host: '127.0.0.1' });
      const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
      const manager = await signInAs('manager');
      const { cookie } = manager;
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      for (let round = 0; round < 4; round++) {
        const stopping = new AbortController();
        // When the browser goes away, the socket may close with an error, and `once` would then reject.
        const closed = once(app.server, 'connection').then(
          ([socket]: Socket[]) => new Promise((resolve) => socket?.once('close', resolve)),
        );
        const response = await fetch(`${url}${await addressOf(cookie)}`, {
          headers: { ...headers, connection: 'close' },
          signal: stopping.signal,
        });
        expect(response.status).toBe(200);
        await response.body?.getReader().read();
        stopping.abort();
        await closed;
      }
      // One person may run only two exports at once, so the earlier ones have ended.
      await expect.poll(() => context.exports.begin(manager, 'requests', {})).toHaveProperty('token');
      const whole = await fetch(`${url}${await addressOf(cookie)}`, { headers });
      expect(parseCsv(await whole.text())).toHaveLength(20_001);
    });

    test('ends with the session that takes it, a second later at the latest', async () => {
      let clockMs = 0;
      const { signInAs, context, storage } = await running({ clockMs: () => clockMs });
      const manager = await signInAs('manager');
      await storeCalls(storage, 5000);
      const begun = await context.exports.begin(manager, 'requests', {});
      const taken = await context.exports.take(manager, 'token' in begun ? begun.token : '');
      if (!taken.file) throw new Error('It was not begun');
      await storage.db
        .updateTable('staff_sessions')
        .set({ ended_at: context.now().toISOString() })
        .where('id', '=', manager.sessionId)
        .execute();
      const pieces: AsyncIterator<Buffer> = taken.file[Symbol.asyncIterator]();
      const piece = async () => expect((await pieces.next()).value?.length).toBeGreaterThan(0);
      await piece();
      clockMs += pollEveryMs - 1;
      for (let within = 0; within < 3; within++) await piece();
      clockMs += 1;
      // One or two slices were made before that and wait to be sent.
      await expect(
        (async () => {
          for (let late = 0; late < 3; late++) await piece();
        })(),
      ).rejects.toThrow('The session has ended');
    });

    test.each([
      ['in one piece', 100],
      ['in several pieces', 1000],
    ])('R1045 %s gives nothing of a piece that took a second in which its session ended', async (_pieces, calls) => {
      let clockMs = 0;
      const { signInAs, context, storage, addressOf, download } = await running({ clockMs: () => clockMs });
      const manager = await signInAs('manager');
      await storeCalls(storage, calls);
      const address = await addressOf(manager.cookie);
      // The first hundred lines are slow.
      context.answering.giveWay = async () => {
        clockMs += pollEveryMs;
        await storage.db
          .updateTable('staff_sessions')
          .set({ ended_at: context.now().toISOString() })
          .where('id', '=', manager.sessionId)
          .execute();
      };
      const answer = await download(address, manager.cookie);
      expect([answer.status, answer.text]).toEqual([401, 'You are signed out. Sign in again.']);
    });
  });
});
