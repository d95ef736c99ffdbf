import type { Role } from '#contract/desk/permissions.ts';

/** The roles as they are read on screen. */
export const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  agent: 'Finance manager',
  manager: 'Manager',
  admin: 'Admin',
};

export const roleName = (role: Role | null): string => (role ? roleNames[role] : 'No account');

/** A telephone number as people read it: `(207) 555-0131` for +12075550131, others as they are; a dash for none. */
export const phoneText = (phone: string | null): string =>
  phone === null ? '–' : phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
