import type { FeatureRetention } from '#server/record-kind.ts';

/** Certificates say nothing about the person, so they stay: without them nobody could show that something was erased. */
export const erasureRetention: FeatureRetention<'erasure_certificates' | 'erasure_heads'> = {
  tables: {
    erasure_certificates: {
      seq: 'key',
      id: 'key',
      at: 'nobody',
      by_id: 'key',
      reason: 'nobody',
      items: 'key',
      seal: 'key',
      hash: 'key',
      again_at: 'nobody',
    },
    erasure_heads: { id: 'key', seq: 'nobody', seal: 'key', file_id: 'key' },
  },
};
