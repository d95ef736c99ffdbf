import { columns, defineRetention, deletedWith, keys, nobody, prunedAfter } from '#server/record-kind.ts';

/** No figure counts rings: they are kept for a question about a night. Whom each reached is deleted with it. */
export const ringsKeptForDays = 90;

export const ringingRetention = defineRetention({
  tables: {
    rings: { ...keys('id', 'request_id'), ...nobody('asked_at', 'stage', 'stage_at', 'ended_at', 'ended_as') },
    ring_people: {
      ...keys('ring_id'),
      ...nobody('stage', 'rung_at', 'pushed_at', 'seen_at', 'stopped_at'),
      person_id: deletedWith('rings').notSought('an id, of a person who is found by name'),
    },
    push_keys: { ...keys('id', 'public_key'), ...nobody('sealed_private_key', 'created_at') },
    push_subscriptions: {
      ...keys('id', 'person_id', 'session_id'),
      ...nobody('created_at'),
      endpoint: deletedWith('staff sessions').notSought('an address of a browser, which names nobody'),
      endpoint_hash: deletedWith('staff sessions').notSought('a hash, which names nobody'),
      ...columns(deletedWith('staff sessions').notSought('a key of a browser'), 'p256dh', 'auth'),
    },
  },
  pruned: [prunedAfter(ringsKeptForDays, 'rings', 'the ring ended')],
});
