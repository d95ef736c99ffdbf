import { columns, defineRetention, deletedWith, type KindFacts, keys, nobody } from '#server/record-kind.ts';

/** A checkpoint with the server's seal stands for the deleted entries (`checkpoints.ts`). */
export const auditFacts: KindFacts = { name: 'audit entries', class: 'technical', startsAt: 'the entry was written' };

export const auditRetention = defineRetention({
  tables: {
    audit_entries: {
      ...keys('seq', 'hash'),
      ...nobody('at', 'action'),
      ...columns(
        deletedWith('audit entries').notSought('ids and words of closed lists; the log is never changed'),
        'by_id',
        'detail',
      ),
    },
    audit_subjects: {
      ...keys('seq'),
      ...nobody('kind'),
      subject_id: deletedWith('audit entries').notSought('ids and words of closed lists; the log is never changed'),
    },
    audit_heads: { ...keys('id', 'seq', 'hash'), ...nobody('mailed_at', 'mailed_seq') },
    audit_checkpoints: { ...keys('seq', 'hash', 'seal'), ...nobody('made_at') },
    audit_anchors: { ...keys('id', 'seq', 'hash'), ...nobody('made_at') },
  },
  kinds: [auditFacts],
});
