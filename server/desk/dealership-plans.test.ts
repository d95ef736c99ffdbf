/** The queries of the desk's list of dealerships and its schedule, with many rows: every read is bounded by an index. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import {
  analyze,
  hearQueries,
  indexesUsed,
  insertMany,
  statementsReadingWhole,
} from '../../tests/support/heard-queries.ts';

const rows = 6000;
const growing = ['dealerships', 'access_codes', 'dealership_contacts', 'schedule_exceptions', 'schedule_holidays'];
/**
 * Indexes that may be read whole: those in the order of the list, which is read only until the page is full, and those that hold
 * codes or samples of few dealerships.
 */
const inListOrder =
  /^(dealerships_in_order|dealerships_closed|dealerships_samples|access_codes_held|access_codes_never_used)$/;

const dayOf = (n: number) => new Date(Date.UTC(2010, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);

eachEngineAlways((under) => {
  test('R211 no list of dealerships and no week of the schedule reads a table that grows from end to end', {
    timeout: 120_000,
  }, async () => {
    const quiet = await under.openStorage();
    const heard = hearQueries(quiet);
    const { signInAs, desk, context } = await startDesk(under, {}, { storage: heard.storage });
    const at = (n: number) => new Date(context.now().getTime() - (rows - n) * 3_600_000).toISOString();
    const ids = Array.from({ length: rows }, () => mintId());
    await insertMany(quiet, 'dealerships', rows, (n) => {
      const name = `Store ${String(n).padStart(5, '0')}`;
      const facts = { phone: '2075550100', zone: 'America/New_York', updated_at: at(n) };
      return { id: ids[n] ?? '', name, name_key: name.toLowerCase(), ...facts, created_at: at(n) };
    });
    // Each dealership has an old code and a current one. A few have no code, and a few have one that was never used.
    await insertMany(quiet, 'access_codes', rows, (n) => {
      const dates = { created_at: at(n), revoked_at: at(n), last_used_at: at(n) };
      return { id: mintId(), number: 10_000 + n, hash: mintId(), dealership_id: ids[n] ?? '', ...dates };
    });
    await insertMany(quiet, 'access_codes', rows, (n) => {
      const dates = {
        created_at: at(n),
        ...(n % 500 !== 1 && { last_used_at: at(n) }),
        ...(n % 500 === 0 && { revoked_at: at(n) }),
      };
      return { id: mintId(), number: 20_000 + n, hash: mintId(), dealership_id: ids[n] ?? '', ...dates };
    });
    const { cookie, personId } = await signInAs('admin');
    await insertMany(quiet, 'schedule_exceptions', rows, (n) => {
      return { person_id: personId, date: dayOf(n), periods: '[]', note: '', version: 1, changed_at: at(n) };
    });
    await insertMany(quiet, 'schedule_holidays', rows, (n) => {
      return { date: dayOf(n), periods: '[]', name: 'A day', version: 1, changed_at: at(n) };
    });
    await analyze(quiet);

    /**
     * @param listed tables that may be read whole: a filter that few rows pass reads to the end of the list, not to the end of the
     *   page
     */
    const known = new Set(ids);
    const ask = async (path: string, listed: readonly string[] = []) => {
      heard.clear();
      const answer = await desk('GET', `/api/desk/${path}`, { cookie });
      expect(answer.status, path).toBe(200);
      const queries = heard.queries();
      const mayReadWhole = (index: string) => inListOrder.test(index);
      expect(
        await statementsReadingWhole(quiet, queries, {
          growing: growing.filter((table) => !listed.includes(table)),
          mayReadWhole,
        }),
        path,
      ).toEqual([]);
      const used = new Set<string>();
      for (const query of queries)
        for (const index of /^\s*(select|with)/i.test(query.sql) ? await indexesUsed(quiet, query) : [])
          used.add(index);
      const { rows: shown = [] } = answer.json() as { rows?: { id: string }[] };
      // Leaves out the samples that every new database has.
      return { listed: shown.map(({ id }) => id).filter((id) => known.has(id)), used };
    };
    const noCode = await ask('dealerships?filter=no-code', ['dealerships', 'access_codes']);
    expect(noCode.listed).toEqual(ids.filter((_, n) => n % 500 === 0));
    expect(noCode.used).toContain('access_codes_held');
    const neverUsed = await ask('dealerships?filter=never-used', ['dealerships', 'access_codes']);
    expect(neverUsed.listed).toEqual(ids.filter((_, n) => n % 500 === 1));
    expect(neverUsed.used).toContain('access_codes_never_used');
    for (const query of ['', 'filter=closed', 'filter=no-agreement', 'search=store+00042'])
      await ask(`dealerships?${query}`);
    const week = await ask(`schedule?date=${context.now().toISOString().slice(0, 10)}`);
    expect(week.used).toContain('schedule_exceptions_by_date');
    await ask('coverage');
  });
});
