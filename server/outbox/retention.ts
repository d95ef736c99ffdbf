import { columns, defineRetention, deletedWith, type KindFacts, keys, nobody } from '#server/record-kind.ts';

export const messageFacts: KindFacts = {
  name: 'messages',
  class: 'communication',
  startsAt: 'the message was written',
};

export const outboxRetention = defineRetention({
  tables: {
    messages: {
      ...keys('id', 'lease_token', 'subject_id', 'detail_id'),
      ...nobody('kind', 'channel', 'created_at', 'due_at', 'attempts', 'lease_until', 'retried_at', 'sent_at'),
      ...nobody('unsure_at', 'expires_at', 'delivered_at', 'state', 'failure_told_at', 'failed_at', 'shift_told_at'),
      ...columns(deletedWith('messages').foundAs('message', 'lead', 'code-link', 'test'), 'recipient', 'counts_for'),
      last_error: deletedWith('messages').notSought('said about a message, which is found by its recipient'),
      provider_id: deletedWith('messages').notSought('the number of a message, which is found by its recipient'),
    },
    message_events: {
      ...keys('seq', 'message_id', 'person_id'),
      ...nobody('at', 'kind', 'attempt', 'step'),
      said: deletedWith('messages').notSought('said about a message, which is found by its recipient'),
    },
  },
  kinds: [messageFacts],
});
