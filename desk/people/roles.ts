import type { Role } from '#contract/desk/permissions.ts';

/** The roles as they are read on screen. */
export const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  agent: 'Finance manager',
  manager: 'Manager',
  admin: 'Admin',
};

export const roleName = (role: Role | null): string => (role ? roleNames[role] : 'No account');
