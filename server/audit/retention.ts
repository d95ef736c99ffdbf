import { deletedWith, type FeatureRetention, type KindFacts } from '#server/record-kind.ts';

/** What is gone is sealed by a checkpoint with the server's key (`checkpoints.ts`). */
export const auditFacts: KindFacts = { name: 'audit entries', class: 'technical', startsAt: 'the entry was written' };

export const auditRetention: FeatureRetention<
  'audit_entries' | 'audit_subjects' | 'audit_heads' | 'audit_checkpoints' | 'audit_anchors'
> = {
  tables: {
    audit_entries: {
      seq: 'key',
      at: 'nobody',
      by_id: deletedWith('audit entries').notSought('ids and words of closed lists; the log is never changed'),
      action: 'nobody',
      detail: deletedWith('audit entries').notSought('ids and words of closed lists; the log is never changed'),
      hash: 'key',
    },
    audit_subjects: {
      seq: 'key',
      kind: 'nobody',
      subject_id: deletedWith('audit entries').notSought('ids and words of closed lists; the log is never changed'),
    },
    audit_heads: {
      id: 'key',
      seq: 'key',
      hash: 'key',
      mailed_at: 'nobody',
      mailed_seq: 'nobody',
    },
    audit_checkpoints: {
      seq: 'key',
      hash: 'key',
      made_at: 'nobody',
      seal: 'key',
    },
    audit_anchors: {
      id: 'key',
      seq: 'key',
      hash: 'key',
      made_at: 'nobody',
    },
  },
  kinds: [auditFacts],
};
