import { defineRetention, deletedWith, keys, nobody } from '#server/record-kind.ts';

/** The text of a thing, and its part of the full-text index, are deleted when the thing ends. */
export const searchRetention = defineRetention({
  tables: {
    search_texts: {
      ...keys('id'),
      ...nobody('kind'),
      text: deletedWith('inquiries', 'accounts', 'requests', 'notes', 'calls', 'notes of calls').notSought(
        'what the columns that it is made from say',
      ),
    },
  },
});
