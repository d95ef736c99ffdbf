/** What the audit log names: actions, and kinds of things that an action is about. Both lists are closed. */

export const auditActions = [
  // Reading.
  'opened',
  'listed',
  'exported',
  // People.
  'person-added',
  'person-edited',
  'person-invited',
  'invitation-confirmed',
  'role-changed',
  'person-removed',
  'shift-begun',
  'shift-ended',
  'on-call-begun',
  'on-call-ended',
  'week-changed',
  'week-removed',
  'exception-set',
  'exception-removed',
  'holiday-set',
  'holiday-removed',
  // Requests.
  'request-step',
  'deal-edited',
  'jacket-ticked',
  'jacket-unticked',
  'call-logged',
  'sheet-edited',
  // Messages, settings, the first hour.
  'message-retried',
  'messages-retried',
  'message-given-up',
  'setting-changed',
  'test-sent',
  'samples-removed',
  // Leads.
  'lead-contacted',
  'lead-edited',
  'lead-noted',
  'leads-joined',
  'leads-parted',
  // Signing in.
  'desk-set-up',
  'signed-in',
  'signed-out',
  'session-revoked',
  'password-changed',
  'factor-added',
  'factor-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'codes-guessed',
  'device-link-made',
  'invitation-accepted',
  'invitation-withdrawn',
  'recovery-link-made',
  'account-recovered',
  // The log itself.
  'audit-pruned',
  'audit-key-changed',
  'restored',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditKinds = [
  'person',
  'session',
  'request',
  'call',
  'lead',
  'dealership',
  'code',
  'message',
  'setting',
  'holiday',
  'list',
  'audit',
] as const;
export type AuditKind = (typeof auditKinds)[number];
