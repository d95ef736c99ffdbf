import { describe, expect, it } from 'vitest';
import { type Permission, permissions, permissionsOf, type Role, roles } from '#contract/desk/permissions.ts';
import {
  canOf,
  may,
  mayBeOnCall,
  mayChange,
  mayChangeRole,
  mayInvite,
  mayRemove,
  type Target,
  takesRequests,
} from './policy.ts';

const somebody = (role: Role, id = `the ${role}`) => ({ id, role, invitedTo: null });
const everyRole = [...roles, null] as const;

describe('R77 a role', () => {
  it('has the permissions of its line in the list and of every line before it, and no others', () => {
    expect(permissionsOf('viewer').every((permission) => permission.startsWith('read'))).toBe(true);
    for (const [at, role] of roles.entries()) {
      const before = roles.slice(0, at).flatMap((each) => permissionsOf(each));
      expect(permissionsOf(role)).toEqual(expect.arrayContaining(before));
      expect(canOf(role)).toEqual(
        Object.fromEntries(permissions.map((permission) => [permission, permissionsOf(role).includes(permission)])),
      );
    }
    expect(permissionsOf('admin')).toEqual(permissions);
    expect(new Set(permissions).size).toBe(permissions.length);
  });

  it('does not have what belongs to a higher one', () => {
    const least: Partial<Record<Permission, Role>> = {
      readRequests: 'viewer',
      workRequests: 'agent',
      ownShift: 'agent',
      export: 'manager',
      issueCodes: 'manager',
      managePeople: 'manager',
      changeRoles: 'admin',
      readAudit: 'admin',
      erase: 'admin',
      manageKeys: 'admin',
      changeSettings: 'admin',
    };
    for (const [permission, from] of Object.entries(least) as [Permission, Role][]) {
      const able = roles.filter((role) => may(role, permission));
      expect(able, permission).toEqual(roles.slice(roles.indexOf(from)));
    }
  });
});

describe('R77 who touches whom', () => {
  const table = (rule: (actor: { id: string; role: Role }, target: Target) => boolean) =>
    Object.fromEntries(
      roles.map((role) => [
        role,
        everyRole.filter((other) => rule(somebody(role), { id: 'other', role: other, invitedTo: null })),
      ]),
    );

  it('managers touch people without a role, viewers and agents; admins touch everybody', () => {
    const expected = { viewer: [], agent: [], manager: ['viewer', 'agent', null], admin: [...everyRole] };
    expect(table(mayChange)).toEqual(expected);
    expect(table(mayRemove)).toEqual(expected);
    expect(mayInvite(somebody('manager'))).toEqual(['viewer', 'agent']);
    expect(mayInvite(somebody('admin'))).toEqual([...roles]);
    expect(mayInvite(somebody('agent'))).toEqual([]);
  });

  it('admins alone change roles', () => {
    expect(table(mayChangeRole)).toEqual({ viewer: [], agent: [], manager: [], admin: [...everyRole] });
  });

  it('nobody changes their own role, and nobody removes themselves', () => {
    for (const role of roles) {
      expect(mayChangeRole(somebody(role), somebody(role))).toBe(false);
      expect(mayRemove(somebody(role), somebody(role))).toBe(false);
    }
  });

  it('viewers take no requests, and admins alone are on call', () => {
    expect(everyRole.filter(takesRequests)).toEqual(['agent', 'manager', 'admin', null]);
    expect(everyRole.filter(mayBeOnCall)).toEqual(['admin']);
  });
});
