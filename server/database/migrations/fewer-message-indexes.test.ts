import { expect, it } from 'vitest';
import { createOverview } from '#server/outbox/overview.ts';
import { messageRecordKind } from '#server/outbox/record-kinds.ts';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../../tests/support/earlier-database.ts';
import * as fewerMessageIndexes from './0038-fewer-message-indexes.ts';

const at = (minute: number) => `2026-11-21T21:0${minute}:00.000Z`;
const states = ['held', 'waiting', 'unsure', 'sent', 'failed', 'expired'] as const;

eachEngineAlways((under) => {
  it('R16 R50 messages from before are listed and counted by their states, and found when they are old', async () => {
    const { storage, db, dialect } = await openEarlier(under, migrationsBefore('0038'));
    await db
      .insertInto('messages')
      .values(
        states.map((state, n) => ({
          id: `message-${state}`,
          kind: 'lead-confirmation',
          channel: n % 2 ? 'mail' : 'sms',
          subject_id: 'a lead',
          recipient: 'ada@x.example',
          state,
          created_at: at(n),
          due_at: at(n),
        })),
      )
      .execute();
    await dialect.migrating(storage.db, () =>
      storage.db.transaction().execute((trx) => fewerMessageIndexes.up(trx as never)),
    );
    const overview = createOverview(storage);
    for (const state of states) {
      const listed = await Array.fromAsync(overview.of(state, 10));
      expect(listed.map(({ id }) => id)).toEqual([`message-${state}`]);
    }
    expect(await overview.unfinished()).toEqual({ held: 1, waiting: 1, unsure: 1, failed: 1 });
    expect(await overview.unfinished('sms')).toEqual({ held: 1, waiting: 0, unsure: 1, failed: 1 });
    const old = await messageRecordKind([]).due(storage.db, at(3), 2);
    expect(old.map(({ id }) => id)).toEqual(['message-held', 'message-waiting']);
    const [last] = old.slice(-1);
    expect(await messageRecordKind([]).due(storage.db, at(3), 2, last)).toEqual([{ id: 'message-unsure', at: at(2) }]);
  });
});
