import type { Storage } from '#server/database/open.ts';
import type { ChainKind } from '#server/record-kind.ts';
import { pruneAudit } from './checkpoints.ts';
import type { AuditLogOptions } from './log.ts';
import { auditFacts } from './retention.ts';
import { countOlderThan } from './store.ts';

/** Ends entries of the audit log in the order of the chain, and leaves a sealed checkpoint. */
export const auditKind = (options: AuditLogOptions & { readonly storage: Storage }): ChainKind => ({
  ...auditFacts,
  countBefore: countOlderThan,
  deleteBefore: (before) => pruneAudit(options, before),
});
