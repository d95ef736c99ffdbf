import { webhookTimes } from '#contract/webhooks.ts';
import { defineRetention, deletedWith, keys, nobody } from '#server/record-kind.ts';

const keptForDays = webhookTimes.keptForMs / (24 * 60 * 60_000);

/** An event holds only the id of its record. What was sent is in the tries, which are deleted after 30 days. */
export const webhookRetention = defineRetention({
  tables: {
    webhook_endpoints: {
      ...keys('id', 'sealed_secret', 'earlier_secret', 'created_by'),
      ...nobody('name', 'url', 'events', 'earlier_until', 'version', 'created_at', 'failing_since', 'disabled_at'),
      ...nobody('disabled_why', 'removed_at'),
    },
    webhook_events: { ...keys('id', 'subject_id'), ...nobody('type', 'at') },
    webhook_tries: {
      ...keys('seq', 'message_id', 'event_id'),
      ...nobody('at', 'attempt', 'result', 'said', 'address', 'request_headers', 'status', 'took_ms'),
      request_body: deletedWith('webhook tries').notSought(
        'what was sent of a record, which is found itself; blanked with it',
      ),
      answer: deletedWith('webhook tries').notSought(
        'what a receiver said of a record, which is found itself; blanked with it',
      ),
    },
  },
  pruned: [
    {
      name: 'webhook tries',
      class: 'communication',
      startsAt: 'the try was made',
      keptFor: { days: keptForDays },
    },
  ],
});
