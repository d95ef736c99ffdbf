/** The queries of the audit log, with a long history: every read is bounded by an index. */
import { expect, test } from 'vitest';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { analyze, hearQueries, insertMany, statementsReadingWhole } from '../../tests/support/heard-queries.ts';
import { type AuditFilter, countByPerson, listEntries } from './service.ts';
import { someEntry, testAudit } from './testing.ts';

const rows = 20_000;
/** The tables that grow for as long as the server is used: all but that of the head. */
const growing = ['audit_entries', 'audit_subjects', 'audit_checkpoints', 'audit_anchors'];
const at = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 60_000).toISOString();

eachEngineAlways((under) => {
  test('R50 R80 no question about the audit log reads it from end to end', { timeout: 60_000 }, async () => {
    const quiet = await under.openStorage();
    await insertMany(quiet, 'audit_entries', rows, (n) => {
      const action = (n + 1) % 400 === 0 ? ('role-changed' as const) : ('opened' as const);
      return { seq: n + 1, at: at(n + 1), by_id: `p${(n + 1) % 300}`, action, detail: '{}', hash: 'h' };
    });
    await insertMany(quiet, 'audit_subjects', rows, (n) => {
      const kind = (n + 1) % 400 === 0 ? ('person' as const) : ('request' as const);
      return { seq: n + 1, kind, subject_id: `r${(n + 1) % 700}` };
    });
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
    // A read in the order of the primary key that stops at the limit of the page.
    const isPage = (text: string) =>
      /order by "seq"(?: desc)? limit/.test(text) && !/"by_id"|"action"|"kind"/.test(text);
    const mayReadWhole = (index: string, text: string) => isPage(text) && /pkey/.test(index);
    expect(await statementsReadingWhole(quiet, heard, { growing, mayReadWhole })).toEqual([]);
  });
});
