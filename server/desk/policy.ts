/** Who may do what at the desk. Which role has which permission is said in `contract/desk/permissions.ts`. */
import { type Permission, permissions, permissionsOf, type Role, roles } from '#contract/desk/permissions.ts';

const granted: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  viewer: new Set(permissionsOf('viewer')),
  agent: new Set(permissionsOf('agent')),
  manager: new Set(permissionsOf('manager')),
  admin: new Set(permissionsOf('admin')),
};

/** Whether a role has a permission. */
export const may = (role: Role, permission: Permission): boolean => granted[role].has(permission);

/** What the browser gets instead of a role: each permission with whether the role has it. */
export const canOf = (role: Role): Record<Permission, boolean> =>
  Object.fromEntries(permissions.map((permission) => [permission, may(role, permission)])) as Record<
    Permission,
    boolean
  >;

/** Somebody who acts, or somebody who is changed. A person without a role has no staff account. */
export interface Standing {
  readonly id: string;
  readonly role: Role | null;
}

interface Actor extends Standing {
  readonly role: Role;
}

/** Somebody who is changed, with the role that they are invited to: whoever touches their record touches the account to come. */
export interface Target extends Standing {
  readonly invitedTo: Role | null;
}

/** Only admins touch managers and admins. */
const mayTouch = ({ role }: Actor, touched: Role | null): boolean =>
  may(role, 'managePeople') && (touched === null || !may(touched, 'managePeople') || may(role, 'changeRoles'));

/** Whether somebody may change the record of somebody else, or their own: name, telephone, mail, removal. */
export const mayChange = (actor: Actor, { role, invitedTo }: Target): boolean =>
  mayTouch(actor, role) && mayTouch(actor, invitedTo);

/** The roles that somebody may invite to. */
export const mayInvite = (actor: Actor): Role[] => roles.filter((role) => mayTouch(actor, role));

/** Whether somebody may invite this person, which ends an earlier invitation of theirs. */
export const mayInvitePerson = (actor: Actor, target: Target): boolean =>
  target.role === null && mayChange(actor, target);

/** Whether somebody may say who accepted an invitation: who made it, or an admin. Whom one may not invite, one cannot confirm. */
export const mayConfirm = (actor: Actor, { invited_by, role }: { readonly invited_by: string; readonly role: Role }) =>
  mayInvite(actor).includes(role) && (actor.id === invited_by || may(actor.role, 'changeRoles'));

/** Whether somebody may give another role to somebody: an admin, and nobody to themselves. */
export const mayChangeRole = (actor: Actor, target: Pick<Standing, 'id'>): boolean =>
  may(actor.role, 'changeRoles') && actor.id !== target.id;

/** Whether somebody may remove somebody: nobody removes themselves, because that ends their own role. */
export const mayRemove = (actor: Actor, target: Target): boolean => mayChange(actor, target) && actor.id !== target.id;

/** Whether somebody takes requests, and so may be on shift. Without an account one does so by links. */
export const takesRequests = (role: Role | null): boolean => role === null || may(role, 'ownShift');

/** Whether somebody may begin and end the shift of somebody else, or their own. */
export const maySwitchShift = ({ id, role }: Actor, target: Pick<Standing, 'id'>): boolean =>
  may(role, 'manageSchedule') || (id === target.id && may(role, 'ownShift'));

export const mayBeOnCall = (role: Role | null): boolean => role !== null && may(role, 'beOnCall');

/** Whether somebody may make the link that lets somebody else's new device try codes. */
export const mayMakeDeviceLink = (actor: Actor): boolean => may(actor.role, 'changeRoles');

/** The rules for accounts. */
export const signInPolicy = { mayInvite, mayInvitePerson, mayConfirm, mayMakeDeviceLink };

/** The rules for leads. */
export const leadPolicy = {
  mayContact: (role: Role) => may(role, 'contactLeads'),
  mayNote: (role: Role) => may(role, 'writeNotes'),
  mayManage: (role: Role) => may(role, 'manageLeads'),
  mayMakeDealership: (role: Role) => may(role, 'manageDealerships'),
  mayOwn: (role: Role | null) => role !== null && may(role, 'contactLeads'),
};

/** Whether somebody may change the schedule of everybody. */
export const mayManageSchedule = (role: Role | null): boolean => role !== null && may(role, 'manageSchedule');

/** The rules for the records and the schedule of people. */
export const peoplePolicy = {
  mayChange,
  mayChangeRole,
  mayRemove,
  takesRequests,
  maySwitchShift,
  mayBeOnCall,
  mayManageSchedule,
};
