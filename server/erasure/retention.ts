import { defineRetention, keys, nobody } from '#server/record-kind.ts';

/** Certificates say nothing about the person, so they are kept: without them nobody could show that something was erased. */
export const erasureRetention = defineRetention({
  tables: {
    erasure_certificates: {
      ...keys('seq', 'id', 'by_id', 'items', 'seal', 'hash'),
      ...nobody('at', 'reason', 'again_at'),
    },
    erasure_heads: { id: 'key', seq: 'nobody', seal: 'key', file_id: 'key' },
  },
});
