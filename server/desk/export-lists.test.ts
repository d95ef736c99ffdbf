/** Exports of people, messages and the audit log, row by row against their lists. */
import { describe, expect, test } from 'vitest';
import type { AuditPage } from '#contract/desk/audit-endpoints.ts';
import type { MessagePage } from '#contract/desk/message-endpoints.ts';
import { personFinder } from '#contract/desk/people.ts';
import type { PeopleList } from '#contract/desk/people-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';
import { mintId } from '#contract/reference.ts';
import { parseCsv } from '../../tests/support/csv.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

type Row = Readonly<Record<string, string>>;

eachEngine((under) => {
  async function running() {
    const server = await startDesk(under);
    const { desk } = server;
    const begin = (cookie: string, kind: string, filter: object = {}) =>
      desk('POST', '/api/desk/exports', { cookie, body: { kind, filter } });
    /** The rows of an export, each by column name. */
    async function exported(cookie: string, kind: string, filter: object = {}): Promise<Row[]> {
      const { address } = (await begin(cookie, kind, filter)).json() as { address: string };
      const [head = [], ...rows] = parseCsv((await desk('GET', address, { cookie })).text);
      const names = head.map((name) => name.replace(/[\ufeff"]/g, ''));
      return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
    }
    /** The rows of all pages of a list. */
    async function listed<Page extends { readonly nextCursor: string | null }>(
      cookie: string,
      path: string,
      filter: Readonly<Record<string, string>>,
    ): Promise<Page[]> {
      const pages: Page[] = [];
      let cursor: string | null = null;
      do {
        const query: string = new URLSearchParams({ ...filter, ...(cursor !== null && { cursor }) }).toString();
        const page = (await desk('GET', `${path}?${query}`, { cookie })).json() as Page;
        pages.push(page);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return pages;
    }
    return { ...server, begin, exported, listed };
  }

  describe('R202 an export holds what its list shows, row by row:', () => {
    test('people, with what is searched for', async () => {
      const { signInAs, addPerson, desk, exported, context } = await running();
      const { cookie } = await signInAs('manager', { name: 'Mara Quill' });
      for (let n = 0; n < 230; n += 1) await addPerson(null, { name: `Person ${n}` });
      const removed = await addPerson('agent', { name: 'Person who left' });
      const at = context.now().toISOString();
      await context.storage.db.updateTable('people').set({ removed_at: at }).where('id', '=', removed.id).execute();
      await context.storage.db
        .updateTable('people')
        .set({ phone: '+12075550123', licensed_states: '["TX","ME"]', on_shift_at: at })
        .where('name', '=', 'Person 7')
        .execute();
      const { people } = (await desk('GET', '/api/desk/people', { cookie })).json() as PeopleList;
      expect(people.length).toBeGreaterThan(230);
      const rowOf = (person: PeopleList['people'][number]): Row => ({
        name: person.name,
        role: person.role ?? '',
        phone: person.phone === null ? '' : `'${person.phone}`,
        mail: person.mail ?? '',
        licensed_states: person.licensedStates.join(', '),
        on_shift_at: person.onShiftAt ?? '',
        off_due_at: person.offDueAt ?? '',
        on_call_at: person.onCallAt ?? '',
        created_at: person.createdAt,
      });
      const byName = (one: Row, other: Row) => ((one['name'] ?? '') < (other['name'] ?? '') ? -1 : 1);
      for (const search of ['', 'person 22', 'QUILL', '555012', 'nobody like that']) {
        const shown = people.filter(personFinder(search)).map(rowOf);
        const rows = await exported(cookie, 'people', search === '' ? {} : { search });
        expect(rows.sort(byName)).toEqual(shown.sort(byName));
      }
    });

    test('messages, filter by filter and by address', async () => {
      const { signInAs, exported, listed, context } = await running();
      const { cookie } = await signInAs('manager');
      const states = ['waiting', 'sent', 'failed', 'expired'] as const;
      const rows = Array.from({ length: 430 }, (_, n) => ({
        id: mintId(),
        channel: n % 3 === 0 ? ('sms' as const) : ('mail' as const),
        kind: 'lead-notice' as never,
        subject_id: mintId(),
        recipient: n % 3 === 0 ? `+1207555${String(1000 + n)}` : n % 7 === 1 ? '' : `Dealer-${n}@store.example`,
        state: states[n % 4] ?? 'sent',
        // Five rows share each time, so that slices end between rows of equal time.
        created_at: new Date(Date.UTC(2026, 10, 1) + Math.floor(n / 5) * 60_000).toISOString(),
        due_at: new Date(Date.UTC(2036, 10, 1)).toISOString(),
        ...(n % 4 === 2 && {
          failed_at: new Date(Date.UTC(2026, 10, 2)).toISOString(),
          last_error: '550 =no such box',
        }),
      }));
      for (let at = 0; at < rows.length; at += 100) {
        await context.storage.db
          .insertInto('messages')
          .values(rows.slice(at, at + 100))
          .execute();
      }
      const counts: number[] = [];
      for (const filter of [
        {},
        { filter: 'needsPerson' },
        { filter: 'waiting', channel: 'sms' },
        { channel: 'mail' },
        { search: 'dealer-1' },
        { search: '(207) 555', filter: 'sent' },
      ] as Readonly<Record<string, string>>[]) {
        const pages = await listed<MessagePage>(cookie, '/api/desk/messages', filter);
        const shown = pages.flatMap(({ messages }) =>
          messages.map(({ id, to, state, createdAt, dueAt, failedAt, attempts, lastError }) => ({
            id,
            to: /^[+]/.test(to) ? `'${to}` : to,
            state,
            created_at: createdAt,
            due_at: dueAt ?? '',
            failed_at: failedAt ?? '',
            attempts: String(attempts),
            last_error: lastError ?? '',
          })),
        );
        const file = await exported(cookie, 'messages', filter);
        expect(file).toMatchObject(shown);
        expect(file).toHaveLength(shown.length);
        counts.push(shown.length);
      }
      expect(counts[0]).toBeGreaterThanOrEqual(rows.length);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      expect(new Set(counts).size).toBeGreaterThan(3);
    });

    test('the audit log, filter by filter', async () => {
      const { signInAs, addPerson, desk, exported, listed, context } = await running();
      const admin = await signInAs('admin', { name: 'Ada Vance' });
      const { cookie } = admin;
      const other = await signInAs('admin', { name: 'Bo Lund' });
      const person = await addPerson('agent', { name: 'Kim Marsh' });
      for (let n = 0; n < 120; n += 1) {
        await context.storage.transaction(async (trx) => {
          const about = [{ kind: 'person', id: person.id }] as const;
          await context.audit.write(trx, { by: admin.personId, action: 'person-edited', about });
          await context.audit.write(trx, { by: null, action: 'setting-changed', about: [], detail: { n } });
        });
      }
      await desk('GET', `/api/desk/people/${person.id}`, { cookie: other.cookie });
      await context.audit.flush();
      const rowOf = ({ seq, at, by, action, about, detail }: AuditPage['entries'][number]): Row => ({
        seq: String(seq),
        at,
        by: by?.name ?? '',
        by_id: by?.id ?? '',
        action,
        about: about.map(({ kind, id, label }) => `${kind} ${id}${label === null ? '' : ` (${label})`}`).join('; '),
        detail: Object.keys(detail).length === 0 ? '' : JSON.stringify(detail),
      });
      const counts: number[] = [];
      for (const filter of [
        { kind: 'person' },
        { kind: 'person', id: person.id },
        { by: 'none' },
        { by: other.personId, action: 'opened' },
        { action: 'person-edited', from: '2020-01-01T00:00:00.000Z', before: '2099-01-01T00:00:00.000Z' },
      ] as Readonly<Record<string, string>>[]) {
        const pages = await listed<AuditPage>(cookie, '/api/desk/audit', filter);
        const shown = pages.flatMap(({ entries }) => entries.map(rowOf));
        expect(await exported(cookie, 'audit', filter)).toEqual(shown);
        counts.push(shown.length);
      }
      expect(Math.max(...counts)).toBeGreaterThan(100);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      // Without a filter, the export has every entry from the newest to the first, including the one for this very export.
      const seqs = (await exported(cookie, 'audit')).map(({ seq }) => Number(seq));
      expect(seqs).toEqual(Array.from(seqs, (_, at) => seqs.length - at));
    });
  });

  test('R203 a list that somebody may not read is not exported, although they may export others', async () => {
    const { signInAs, begin, exported } = await running();
    const allowed: Readonly<Record<string, readonly Role[]>> = {
      people: ['manager', 'admin'],
      messages: ['manager', 'admin'],
      audit: ['admin'],
    };
    for (const role of ['viewer', 'agent', 'manager', 'admin'] as const) {
      const { cookie } = await signInAs(role);
      for (const [kind, roles] of Object.entries(allowed)) {
        expect({ role, kind, status: (await begin(cookie, kind)).status }).toEqual({
          role,
          kind,
          status: roles.includes(role) ? 200 : 403,
        });
      }
      if (role === 'admin') expect((await exported(cookie, 'audit')).length).toBeGreaterThan(0);
    }
  });
});
