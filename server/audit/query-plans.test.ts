/** What the audit log asks of a database with a long history: an index bounds all of it. */
import { expect, test } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { analyze, hearQueries, tablesReadWhole } from '../../tests/support/heard-queries.ts';
import { type AuditFilter, countByPerson, listEntries } from './service.ts';
import { someEntry, testAudit } from './testing.ts';

const rows = 20_000;
const sliceRows = 500;
const at = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 60_000).toISOString();

eachEngine((under) => {
  test('R50 R80 no question about the audit log reads it from end to end', { timeout: 60_000 }, async () => {
    const quiet = await under.openStorage();
    for (let first = 1; first <= rows; first += sliceRows) {
      const slice = Array.from({ length: sliceRows }, (_, n) => first + n);
      const entries = slice.map((seq) => {
        const action = seq % 400 === 0 ? ('role-changed' as const) : ('opened' as const);
        return { seq, at: at(seq), by_id: `p${seq % 300}`, action, detail: '{}', hash: 'h' };
      });
      await quiet.db.insertInto('audit_entries').values(entries).execute();
      const subjects = slice.map((seq) => {
        const kind = seq % 400 === 0 ? ('person' as const) : ('request' as const);
        return { seq, kind, subject_id: `r${seq % 700}` };
      });
      await quiet.db.insertInto('audit_subjects').values(subjects).execute();
    }
    await quiet.db.updateTable('audit_heads').set({ seq: rows }).execute();
    await analyze(quiet);
    const { storage, queries } = hearQueries(quiet);
    const { db } = storage;
    const filters: AuditFilter[] = [
      { by: 'p7' },
      { by: null },
      { action: 'role-changed' },
      { kind: 'request', id: 'r7' },
      { kind: 'request', id: 'r7', but: ['opened', 'listed'] },
      { from: at(100), before: at(200) },
      { before: at(50) },
      { from: at(rows - 50) },
    ];
    for (const filter of filters) await listEntries(db, filter, { cursor: undefined, limit: 50 });
    await listEntries(db, {}, { cursor: 1000, limit: 50 });
    await countByPerson(db, { kind: 'request', id: 'r7' }, 'opened', 100);
    const { audit, add } = testAudit(storage);
    await add(someEntry('p'));
    await audit.opened({ personId: 'p', sessionId: 's' }, { kind: 'request', id: 'r7' });
    await audit.tellHead();

    const heard = queries();
    expect(heard.length).toBeGreaterThan(12);
    const bad: string[] = [];
    for (const query of heard) {
      // In the order of the primary key, and ended by the limit of the page.
      const bounded = /order by "seq"(?: desc)? limit/.test(query.sql) && !/"by_id"|"action"|"kind"/.test(query.sql);
      const whole = await tablesReadWhole(quiet, query, (index) => bounded && /pkey/.test(index));
      if (whole.some((table) => table.startsWith('audit_') && table !== 'audit_heads')) bad.push(query.sql);
    }
    expect(bad).toEqual([]);
  });
});
