import { columns, defineRetention, deletedWith, type KindFacts, keys, nobody } from '#server/record-kind.ts';

export const testFacts: KindFacts = { name: 'tests', class: 'technical', startsAt: 'the test was sent' };

export const firstHourRetention = defineRetention({
  tables: {
    test_sends: {
      ...keys('id', 'person_id', 'token_hash'),
      ...nobody('kind', 'created_at', 'taken_at', 'step', 'pressed_at'),
      ...columns(deletedWith('tests').foundAs('test'), 'recipient', 'said'),
    },
  },
  kinds: [testFacts],
});
