import { webhookTimes } from '#contract/webhooks.ts';
import { deletedWith, type FeatureRetention } from '#server/record-kind.ts';

const keptFor = { days: webhookTimes.keptForMs / (24 * 60 * 60_000) };

/** An event holds the id of its record alone. What was sent of it is in the tries, which go after 30 days at the latest. */
export const webhookRetention: FeatureRetention<'webhook_endpoints' | 'webhook_events' | 'webhook_tries'> = {
  tables: {
    webhook_endpoints: {
      id: 'key',
      name: 'nobody',
      url: 'nobody',
      events: 'nobody',
      sealed_secret: 'key',
      earlier_secret: 'key',
      earlier_until: 'nobody',
      version: 'nobody',
      created_at: 'nobody',
      created_by: 'key',
      failing_since: 'nobody',
      disabled_at: 'nobody',
      disabled_why: 'nobody',
      removed_at: 'nobody',
    },
    webhook_events: {
      id: 'key',
      type: 'nobody',
      subject_id: 'key',
      at: 'nobody',
    },
    webhook_tries: {
      seq: 'key',
      message_id: 'key',
      event_id: 'key',
      at: 'nobody',
      attempt: 'nobody',
      result: 'nobody',
      said: 'nobody',
      address: 'nobody',
      request_headers: 'nobody',
      request_body: deletedWith('webhook tries').notSought(
        'what was sent of a record, which is found itself; blanked with it',
      ),
      status: 'nobody',
      answer: deletedWith('webhook tries').notSought(
        'what a receiver said of a record, which is found itself; blanked with it',
      ),
      took_ms: 'nobody',
    },
  },
  pruned: [{ name: 'webhook tries', class: 'technical', startsAt: 'the try was made', keptFor }],
};
