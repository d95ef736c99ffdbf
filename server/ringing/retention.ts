import { deletedWith, type FeatureRetention } from '#server/record-kind.ts';
import { ringsKeptForDays } from './pruning.ts';

export const ringingRetention: FeatureRetention<'rings' | 'ring_people' | 'push_keys' | 'push_subscriptions'> = {
  tables: {
    rings: {
      id: 'key',
      request_id: 'key',
      asked_at: 'nobody',
      stage: 'nobody',
      stage_at: 'nobody',
      ended_at: 'nobody',
      ended_as: 'nobody',
    },
    ring_people: {
      ring_id: 'key',
      person_id: deletedWith('rings').notSought('an id, of a person who is found by name'),
      stage: 'nobody',
      rung_at: 'nobody',
      pushed_at: 'nobody',
      seen_at: 'nobody',
      stopped_at: 'nobody',
    },
    push_keys: {
      id: 'key',
      public_key: 'key',
      sealed_private_key: 'nobody',
      created_at: 'nobody',
    },
    push_subscriptions: {
      id: 'key',
      person_id: 'key',
      session_id: 'key',
      endpoint: deletedWith('staff sessions').notSought('an address of a browser, which names nobody'),
      endpoint_hash: deletedWith('staff sessions').notSought('a hash, which names nobody'),
      p256dh: deletedWith('staff sessions').notSought('a key of a browser'),
      auth: deletedWith('staff sessions').notSought('a key of a browser'),
      created_at: 'nobody',
    },
  },
  pruned: [{ name: 'rings', class: 'technical', startsAt: 'the ring ended', keptFor: { days: ringsKeptForDays } }],
};
