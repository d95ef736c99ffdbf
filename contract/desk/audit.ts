/** The closed lists of the audit log, with their words: its actions, and the kinds of things that an action is about. */

interface ActionWords {
  /** The words between the actor and the thing: `changed the role of`. */
  readonly text: string;
  /**
   * Worth a second look by an admin: the action widens what a person may do or reach, takes a person's access away, or concerns the
   * log itself. `desk/audit/words.test.ts` repeats the list, so that a change of it is deliberate.
   */
  readonly attention?: true;
}

export const auditActionWords = {
  // Reading.
  opened: { text: 'opened' },
  listed: { text: 'looked through' },
  exported: { text: 'exported', attention: true },
  'api-read': { text: 'read with a token' },
  'webhook-sent': { text: 'sent to an endpoint' },
  // People.
  'person-added': { text: 'added' },
  'person-edited': { text: 'edited' },
  'person-invited': { text: 'invited' },
  'invitation-confirmed': { text: 'confirmed the invitation of', attention: true },
  'role-changed': { text: 'changed the role of', attention: true },
  'person-removed': { text: 'removed', attention: true },
  'shift-begun': { text: 'began the shift of' },
  'shift-ended': { text: 'ended the shift of' },
  'on-call-begun': { text: 'put on call' },
  'on-call-ended': { text: 'ended on call for' },
  'week-changed': { text: 'changed the week of' },
  'week-removed': { text: 'removed the weekly hours of' },
  'exception-set': { text: 'set an exception in the week of' },
  'exception-removed': { text: 'took an exception from the week of' },
  'holiday-set': { text: 'set the holiday' },
  'holiday-removed': { text: 'removed the holiday' },
  // Requests.
  'request-step': { text: 'took a step of' },
  'deal-edited': { text: 'edited the deal of' },
  'jacket-ticked': { text: 'ticked an item in the jacket of' },
  'jacket-unticked': { text: 'took a tick from the jacket of' },
  'call-logged': { text: 'logged the call' },
  'sheet-edited': { text: 'edited the store sheet of' },
  // Messages, settings, the first hour.
  'message-retried': { text: 'retried' },
  'messages-retried': { text: 'retried several messages in' },
  'message-given-up': { text: 'gave up' },
  'setting-changed': { text: 'changed', attention: true },
  'test-sent': { text: 'sent a test' },
  // Leads.
  'lead-contacted': { text: 'noted a contact about' },
  'lead-edited': { text: 'changed the record of' },
  'lead-noted': { text: 'wrote a note on' },
  'leads-joined': { text: 'joined' },
  'leads-parted': { text: 'separated' },
  'leads-told-apart': { text: 'marked as different' },
  'leads-suggested-again': { text: 'marked as possibly the same' },
  // Connections to other programs.
  'webhook-added': { text: 'added the', attention: true },
  'webhook-edited': { text: 'changed the settings of', attention: true },
  'webhook-secret-rotated': { text: 'rotated the secret of' },
  'webhook-enabled': { text: 'enabled' },
  'webhook-disabled': { text: 'disabled' },
  'webhook-removed': { text: 'removed the' },
  'webhook-tested': { text: 'sent a test to' },
  'webhook-replayed': { text: 'sent the missed deliveries again to' },
  'api-token-made': { text: 'made the', attention: true },
  'api-token-revoked': { text: 'revoked the' },
  // Dealerships and their codes.
  'dealership-made': { text: 'made the dealership' },
  'dealership-edited': { text: 'edited the record of' },
  'dealership-closed': { text: 'closed the account of', attention: true },
  'dealership-reopened': { text: 'reopened the account of', attention: true },
  'dealership-removed': { text: 'removed for good', attention: true },
  'code-link-sent': { text: 'sent the link to an access code to' },
  'code-link-withdrawn': { text: 'withdrew the link to an access code of' },
  'code-made': { text: 'made a new' },
  'code-rotated': { text: 'replaced an earlier code by' },
  'code-revoked': { text: 'revoked', attention: true },
  // Records.
  'person-sought': { text: 'looked for a person in', attention: true },
  'records-erased': { text: 'erased for a person', attention: true },
  'records-erased-again': { text: 'erased again in a restored database', attention: true },
  'erasure-given-up': { text: 'gave up a failed erasure, because something keeps', attention: true },
  'erasure-sealed-anew': { text: 'signed again with a new key', attention: true },
  // Signing in.
  'desk-set-up': { text: 'set up the desk as', attention: true },
  'signed-in': { text: 'signed in as' },
  'signed-out': { text: 'signed out as' },
  'session-revoked': { text: 'ended a session of' },
  'password-changed': { text: 'changed the password of' },
  'factor-added': { text: 'added a factor for' },
  'factor-removed': { text: 'removed a factor of' },
  'recovery-codes-renewed': { text: 'renewed the recovery codes of' },
  'recovery-code-used': { text: 'used a recovery code of', attention: true },
  'codes-guessed': { text: 'saw too many wrong codes for', attention: true },
  'device-link-made': { text: 'made a link for a new device of', attention: true },
  'invitation-accepted': { text: 'accepted the invitation of' },
  'invitation-withdrawn': { text: 'withdrew the invitation of' },
  'recovery-link-made': { text: 'made a recovery link for', attention: true },
  'account-recovered': { text: 'recovered the account of', attention: true },
  // Records that end.
  'records-swept': { text: 'deleted what was past its retention period from' },
  'sweep-confirmed': { text: 'confirmed the sweep of', attention: true },
  'hold-set': { text: 'put under a legal hold', attention: true },
  'hold-ended': { text: 'ended the legal hold on', attention: true },
  // The log itself.
  'audit-pruned': { text: 'pruned', attention: true },
  'audit-key-changed': { text: 'began a new chain, because the key changed, in', attention: true },
  restored: { text: 'restored the database from a backup', attention: true },
} as const satisfies Readonly<Record<string, ActionWords>>;
export type AuditAction = keyof typeof auditActionWords;
export const auditActions = Object.keys(auditActionWords) as [AuditAction, ...AuditAction[]];

export const auditKindWords = {
  person: 'person',
  session: 'session',
  request: 'request',
  call: 'call',
  lead: 'lead',
  dealership: 'dealership',
  code: 'access code',
  message: 'message',
  setting: 'setting',
  holiday: 'holiday',
  webhook: 'webhook endpoint',
  'api-token': 'API token',
  list: 'the list',
  erasure: 'erasure',
  audit: 'the audit log',
} as const;
export type AuditKind = keyof typeof auditKindWords;
export const auditKinds = Object.keys(auditKindWords) as [AuditKind, ...AuditKind[]];
