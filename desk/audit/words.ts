/** The audit log in words that a person reads. A new action shows under its own name until it has words here. */
import type { AuditAction, AuditKind } from '#contract/desk/audit.ts';

const actions: Readonly<Partial<Record<AuditAction, string>>> = {
  opened: 'opened',
  listed: 'looked through',
  exported: 'exported',
  'person-added': 'added',
  'person-edited': 'edited',
  'person-invited': 'invited',
  'invitation-confirmed': 'confirmed the invitation of',
  'role-changed': 'changed the role of',
  'person-removed': 'removed',
  'shift-begun': 'began the shift of',
  'shift-ended': 'ended the shift of',
  'on-call-begun': 'put on call',
  'on-call-ended': 'took off call',
  'audit-pruned': 'pruned',
};

export const actionText = (action: AuditAction): string => actions[action] ?? action.replaceAll('-', ' ');

/** As an entry of a filter: `Role changed`. */
export const actionLabel = (action: AuditAction): string => {
  const text = action.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const kinds: Readonly<Partial<Record<AuditKind, string>>> = {
  list: 'the list',
  audit: 'the audit log',
};

export const kindText = (kind: AuditKind): string => kinds[kind] ?? kind;

/** Half of an id is enough to tell two apart on a screen. */
export const shortId = (id: string): string => (id.length > 12 ? id.slice(0, 8) : id);
