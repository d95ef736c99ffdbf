import type { Role } from '#contract/desk/permissions.ts';

/** The desk's rules about who may do what with leads (`server/desk/policy.ts`). */
export interface LeadPolicy {
  mayContact(role: Role): boolean;
  mayNote(role: Role): boolean;
  mayManage(role: Role): boolean;
  mayMakeDealership(role: Role): boolean;
  /** Whether a lead may be given to somebody of this role. */
  mayOwn(role: Role | null): boolean;
}
