/** The audit log in words that a person reads. */
import { type AuditAction, type AuditKind, auditActionWords, auditKindWords } from '#contract/desk/audit.ts';
import type { AuditEntry } from '#contract/desk/audit-endpoints.ts';
import { idPattern, shortIdOf } from '#contract/reference.ts';

export const actionText = (action: AuditAction): string => auditActionWords[action].text;

export const needsAttention = (action: AuditAction): boolean => 'attention' in auditActionWords[action];

/** An id made of words, as text: `api-tokens` becomes `API tokens`. */
const wordsOf = (id: string): string => id.replaceAll('-', ' ').replace(/^api\b/, 'API');

/** The action's name in the filter: `Role changed`. */
export const actionLabel = (action: AuditAction): string => {
  const text = wordsOf(action);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const kindText = (kind: AuditKind): string => auditKindWords[kind];

/**
 * The thing that an entry is about: its kind and its name. Lists and settings have ids made of words, so these are shown as words.
 */
export function thingText({ kind, id, label }: AuditEntry['about'][number]): string {
  const name = label ?? (idPattern.test(id) ? shortIdOf(id) : id);
  return `${kindText(kind)} ${kind === 'list' || kind === 'setting' ? wordsOf(label ?? id) : name}`;
}
