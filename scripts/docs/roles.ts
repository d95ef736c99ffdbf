/** The tables for docs/security.md: the permissions of each role, and who may call each endpoint of the desk. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { permissions, permissionsOf, roles } from '#contract/desk/permissions.ts';
import { type Endpoint, isStaffOnly, type StaffAuth } from '#contract/endpoint.ts';
import { tableOf } from './marked-part.ts';

type DeskEndpoint = Endpoint & { readonly auth: StaffAuth };

const isEndpoint = (value: unknown): value is DeskEndpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'auth' in value && isStaffOnly(value as Endpoint);

/** The endpoints that a module exports, alone or as members of an object. */
const endpointsIn = (exported: unknown): DeskEndpoint[] => {
  if (isEndpoint(exported)) return [exported];
  const isObject =
    typeof exported === 'object' && exported !== null && Object.getPrototypeOf(exported) === Object.prototype;
  return isObject ? Object.values(exported).filter(isEndpoint) : [];
};

/** Every endpoint of the desk that the contract declares, by path. */
export async function deskEndpoints(): Promise<DeskEndpoint[]> {
  const folder = resolve(import.meta.dirname, '../../contract/desk');
  const files = readdirSync(folder).filter((name) => name.endsWith('-endpoints.ts'));
  const modules = await Promise.all(
    files.map((name) => import(resolve(folder, name)) as Promise<Readonly<Record<string, unknown>>>),
  );
  return modules
    .flatMap((module) => Object.values(module).flatMap(endpointsIn))
    .sort((one, other) => one.path.localeCompare(other.path) || one.method.localeCompare(other.method));
}

const yes = (is: boolean) => (is ? 'yes' : '');

const permissionTable = () =>
  tableOf(
    ['Permission', ...roles],
    permissions.map((permission) => [
      `\`${permission}\``,
      ...roles.map((role) => yes(permissionsOf(role).includes(permission))),
    ]),
  );

function rowOf({ method, path, auth, summary }: DeskEndpoint): string[] {
  const { staff, fresh, locked } = auth;
  const everybody = staff === 'anyone';
  const signedIn = everybody || staff === 'signed-in' || staff === 'enrolling';
  const has = (role: (typeof roles)[number]) => signedIn || (permissionsOf(role) as readonly string[]).includes(staff);
  return [
    `\`${method} ${path}\`: ${summary}`,
    yes(everybody),
    staff === 'enrolling' ? 'enrolling' : yes(everybody || staff === 'first-factor'),
    ...roles.map((role) => yes(has(role))),
    [fresh && 'fresh proof', locked && 'also locked'].filter(Boolean).join(', '),
  ];
}

/** The table of who may call each endpoint. */
export const endpointTable = (endpoints: readonly DeskEndpoint[]): string =>
  tableOf(['Endpoint', 'nobody', 'first factor only', ...roles, 'needs'], endpoints.map(rowOf));

/** Both tables in Markdown. */
export const roleTables = async (): Promise<string> =>
  `${permissionTable()}\n\n${endpointTable(await deskEndpoints())}`;
