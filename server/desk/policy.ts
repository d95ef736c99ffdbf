/** Who may do what at the desk. The permissions of each role are in `contract/desk/permissions.ts`. */
import { type Permission, permissions, permissionsOf, type Role, roles } from '#contract/desk/permissions.ts';

const granted: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  viewer: new Set(permissionsOf('viewer')),
  agent: new Set(permissionsOf('agent')),
  manager: new Set(permissionsOf('manager')),
  admin: new Set(permissionsOf('admin')),
};

export const may = (role: Role, permission: Permission): boolean => granted[role].has(permission);

/** The permissions that the browser gets instead of a role, each with whether the role has it. */
export const canOf = (role: Role): Record<Permission, boolean> =>
  Object.fromEntries(permissions.map((permission) => [permission, may(role, permission)])) as Record<
    Permission,
    boolean
  >;

/** The person who acts, or the person who is changed. Somebody without a role has no staff account. */
interface Standing {
  readonly id: string;
  readonly role: Role | null;
}

interface Actor extends Standing {
  readonly role: Role;
}

/**
 * The person who is changed, with the role of an open invitation. The role counts, because a change of the record also changes the
 * account that the invitation will make.
 */
export interface Target extends Standing {
  readonly invitedTo: Role | null;
}

/** Whether the actor may change people with this role. Only admins may change managers and admins. */
const mayTouch = ({ role }: Actor, touched: Role | null): boolean =>
  may(role, 'managePeople') && (touched === null || !may(touched, 'managePeople') || may(role, 'changeRoles'));

/**
 * Whether the actor may change the target's record (name, telephone, mail) or remove it. Actor and target may be the same person.
 */
export const mayChange = (actor: Actor, { role, invitedTo }: Target): boolean =>
  mayTouch(actor, role) && mayTouch(actor, invitedTo);

/** The roles to which the actor may invite. */
export const mayInvite = (actor: Actor): Role[] => roles.filter((role) => mayTouch(actor, role));

/** Whether the actor may invite this person, which ends the person's earlier invitation. */
export const mayInvitePerson = (actor: Actor, target: Target): boolean =>
  target.role === null && mayChange(actor, target);

/** Whether the actor may confirm who accepted: they made the invitation or are an admin, and may invite to its role. */
const mayConfirm = (actor: Actor, { invited_by, role }: { readonly invited_by: string; readonly role: Role }) =>
  mayInvite(actor).includes(role) && (actor.id === invited_by || may(actor.role, 'changeRoles'));

/** Whether the actor may change the target's role: only admins may, and never their own. */
export const mayChangeRole = (actor: Actor, target: Pick<Standing, 'id'>): boolean =>
  may(actor.role, 'changeRoles') && actor.id !== target.id;

/** Whether the actor may remove the target. Nobody may remove themselves, because that would end their own role. */
export const mayRemove = (actor: Actor, target: Target): boolean => mayChange(actor, target) && actor.id !== target.id;

/** Whether somebody takes requests, and so may be on shift. A person without an account takes them by links. */
export const takesRequests = (role: Role | null): boolean => role === null || may(role, 'ownShift');

/** Whether the actor may begin and end the target's shift. */
export const maySwitchShift = ({ id, role }: Actor, target: Pick<Standing, 'id'>): boolean =>
  may(role, 'manageSchedule') || (id === target.id && may(role, 'ownShift'));

export const mayBeOnCall = (role: Role | null): boolean => role !== null && may(role, 'beOnCall');

/** Whether the actor may make a link that lets another person's new device try codes. */
const mayMakeDeviceLink = (actor: Actor): boolean => may(actor.role, 'changeRoles');

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

/** Whether a role may change everybody's schedule. */
const mayManageSchedule = (role: Role | null): boolean => role !== null && may(role, 'manageSchedule');

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
