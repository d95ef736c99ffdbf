import { deletedWith, type FeatureRetention, type KindFacts } from '#server/record-kind.ts';

export const testFacts: KindFacts = { name: 'tests', class: 'technical', startsAt: 'the test was sent' };

export const firstHourRetention: FeatureRetention<'test_sends'> = {
  tables: {
    test_sends: {
      id: 'key',
      kind: 'nobody',
      recipient: deletedWith('tests').foundAs('test'),
      person_id: 'key',
      created_at: 'nobody',
      taken_at: 'nobody',
      step: 'nobody',
      said: deletedWith('tests').foundAs('test'),
      token_hash: 'key',
      pressed_at: 'nobody',
    },
  },
  kinds: [testFacts],
};
