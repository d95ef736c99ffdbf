/** Times in the forms in which callers may write them. */
import { expect, it } from 'vitest';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

eachEngine((under) => {
  it('R339 a time means the same moment however it is written, and one that no database holds is refused', async () => {
    const at = new Date('2026-11-20T10:00:00.400Z');
    const { context, desk, signInAs } = await startDesk(under, {}, { now: () => at });
    const { cookie } = await signInAs('admin');
    await context.storage.transaction((trx) =>
      context.audit.write(trx, {
        by: null,
        action: 'person-edited',
        about: [{ kind: 'person', id: 'ana' }],
        detail: {},
      }),
    );
    const found = async (query: string) => {
      const answer = await desk('GET', `/api/desk/audit?action=person-edited&${query}`, { cookie });
      return answer.status === 200 ? (answer.json() as { entries: unknown[] }).entries.length : answer.status;
    };
    const expected = {
      'from=2026-11-20T10:00:00Z': 1,
      'from=2026-11-20T10:00:00.400000Z': 1,
      'before=2026-11-20T10:00:00Z': 0,
      'before=2026-11-20T10:00:01Z': 1,
      'from=0000-01-01T00:00:00Z': 400,
      'from=2026-02-30T00:00:00Z': 400,
      'from=yesterday': 400,
    };
    const counted: Record<string, unknown> = {};
    for (const query of Object.keys(expected)) counted[query] = await found(query);
    expect(counted).toEqual(expected);
  });
});
