/**
 * Who may do what at the desk: the roles, the closed list of permissions, and the permissions of each role. No other file compares
 * roles. `server/desk/policy.ts` has the rules that also depend on the person concerned.
 */

/** Each role includes the permissions of the role before it. */
export const roles = ['viewer', 'agent', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The permissions that a role has beyond those of the role before it. */
const added = {
  /** Reads the desk's records. */
  viewer: ['readRequests', 'readPeople', 'readLeads', 'readDealerships', 'readSchedule', 'readFigures'],
  /** Works requests, and sets their own presence. */
  agent: ['workRequests', 'ownPresence', 'ownShift', 'writeNotes', 'contactLeads'],
  manager: [
    'manageLeads',
    'manageDealerships',
    'issueCodes',
    'manageSchedule',
    'manageMessages',
    'export',
    /** Invites, edits and removes people who are neither managers nor admins. */
    'managePeople',
  ],
  admin: ['changeRoles', 'beOnCall', 'changeSettings', 'readAudit', 'erase', 'manageKeys'],
} as const satisfies Record<Role, readonly string[]>;

export type Permission = (typeof added)[Role][number];

/** Every permission: those of every role first, those of admins alone last. */
export const permissions: readonly Permission[] = roles.flatMap((role) => added[role]);

/** The permissions of a role. */
export const permissionsOf = (role: Role): readonly Permission[] =>
  roles.slice(0, roles.indexOf(role) + 1).flatMap((each) => added[each]);
