import { deletedWith, type FeatureRetention, type KindFacts } from '#server/record-kind.ts';

export const messageFacts: KindFacts = {
  name: 'messages',
  class: 'communication',
  startsAt: 'the message was written',
};

export const outboxRetention: FeatureRetention<'messages' | 'message_events'> = {
  tables: {
    messages: {
      id: 'key',
      kind: 'nobody',
      channel: 'nobody',
      recipient: deletedWith('messages').foundAs('message', 'lead', 'code-link', 'test'),
      counts_for: deletedWith('messages').foundAs('message', 'lead', 'code-link', 'test'),
      created_at: 'nobody',
      due_at: 'nobody',
      attempts: 'nobody',
      lease_token: 'key',
      lease_until: 'nobody',
      retried_at: 'nobody',
      last_error: deletedWith('messages').notSought('said about a message, which is found by its recipient'),
      sent_at: 'nobody',
      unsure_at: 'nobody',
      expires_at: 'nobody',
      provider_id: deletedWith('messages').notSought('the number of a message, which is found by its recipient'),
      delivered_at: 'nobody',
      subject_id: 'key',
      detail_id: 'key',
      state: 'nobody',
      failure_told_at: 'nobody',
      failed_at: 'nobody',
      shift_told_at: 'nobody',
    },
    message_events: {
      seq: 'key',
      message_id: 'key',
      at: 'nobody',
      kind: 'nobody',
      attempt: 'nobody',
      step: 'nobody',
      said: deletedWith('messages').notSought('said about a message, which is found by its recipient'),
      person_id: 'key',
    },
  },
  kinds: [messageFacts],
};
