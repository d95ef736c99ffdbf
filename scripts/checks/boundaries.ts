/**
 * Which folder may import which. The tree is the architecture only as long as this holds.
 *
 *   node scripts/checks/boundaries.ts    fails and names every import that crosses a boundary
 */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { trackedFiles } from './tracked-files.ts';

interface Import {
  /** The name of a package or `node:` module, or a path from the project's folder. */
  readonly target: string;
  readonly inProject: boolean;
  readonly typeOnly: boolean;
}

interface Room {
  /** The other rooms it may import. */
  readonly rooms: readonly string[];
  /** The packages it may import; any when absent. */
  readonly packages?: readonly string[];
}

const rooms: Readonly<Record<string, Room>> = {
  brand: { rooms: [], packages: [] },
  contract: { rooms: [], packages: ['zod/mini'] },
  client: { rooms: ['contract'] },
  site: { rooms: ['brand', 'contract', 'client'] },
  server: { rooms: ['brand', 'contract'] },
  scripts: { rooms: ['brand', 'contract', 'server'] },
  tests: { rooms: ['brand', 'contract', 'client', 'site', 'server', 'scripts'] },
  bench: { rooms: ['brand', 'contract', 'server', 'scripts', 'tests'] },
};

/**
 * The files through which a folder of the server is met by the others: a feature's `service.ts` and, for types, its
 * `tables.ts`; the opened database and its tables; everything in `http` and `site`, which is the tools that routes are made with.
 */
const isFace = (folder: string, file: string): boolean => {
  if (folder === 'http' || folder === 'site') return true;
  return (folder === 'database' ? ['open.ts', 'tables.ts'] : ['service.ts', 'tables.ts']).includes(file);
};

const statements = [
  /^\s*(?:import|export)\s+(?<type>type\s)?(?<names>[^'";]*?)\bfrom\s*['"](?<from>[^'"]+)['"]/gm,
  /^\s*import\s*['"](?<from>[^'"]+)['"]/gm,
  /\bimport\s*\(\s*['"](?<from>[^'"]+)['"]/g,
];

const namesTypesOnly = (names = '') => /^\{[^}]+\}\s*$/.test(names) && !/[{,]\s*(?!type\s)\w/.test(names);

/** Everything a source imports. */
export function importsOf(path: string, source: string): Import[] {
  return statements.flatMap((statement) =>
    [...source.matchAll(statement)].map(({ groups = {} }) => {
      const { from = '', type, names } = groups;
      const typeOnly = Boolean(type) || namesTypesOnly(names);
      if (from.startsWith('#')) return { target: from.slice(1), inProject: true, typeOnly };
      if (from.startsWith('.')) return { target: posix.join(posix.dirname(path), from), inProject: true, typeOnly };
      return { target: from, inProject: false, typeOnly };
    }),
  );
}

const roomOf = (path: string): string => path.split('/')[0] ?? '';

/** Why a file of a room may not use a package. */
function whyNoPackage(room: string, target: string): string | undefined {
  const { packages } = rooms[room] ?? {};
  if (packages && !packages.includes(target)) return `${room} imports ${['only itself', ...packages].join(' and ')}`;
  return (room === 'site' || room === 'client') && target.startsWith('node:') ? 'it runs in a browser' : undefined;
}

/** Why one part of the server may not import another. The files at the server's top put the parts together. */
function whyNoPart(path: string, { target, typeOnly }: Import): string | undefined {
  const [, from = '', ...below] = path.split('/');
  const [, to = '', ...rest] = target.split('/');
  if (below.length === 0 || from === to) return undefined;
  if (rest.length > 0) {
    return isFace(to, rest.join('/')) ? undefined : `${from} meets ${to} only through its service`;
  }
  if (to === 'main.ts' || to === 'app.ts') return `nothing imports ${to}`;
  return to === 'context.ts' && !typeOnly ? 'the context is handed in, so only its type is imported' : undefined;
}

function whyNot(path: string, wanted: Import): string | undefined {
  const [from, to] = [roomOf(path), roomOf(wanted.target)];
  const isTest = /\.test\.tsx?$/.test(path);
  if (!wanted.inProject) return isTest ? undefined : whyNoPackage(from, wanted.target);
  if (from === to) return from === 'server' && !isTest ? whyNoPart(path, wanted) : undefined;
  if (isTest && ['tests', 'brand'].includes(to)) return undefined;
  return rooms[from]?.rooms.includes(to) ? undefined : `${from} does not import ${to}`;
}

/** What is wrong with the imports of a file: one sentence each. */
export function violations(path: string, source: string): string[] {
  if (!Object.hasOwn(rooms, roomOf(path))) return [];
  return importsOf(path, source).flatMap((wanted) => {
    const why = whyNot(path, wanted);
    return why ? [`${path} imports ${wanted.target}: ${why}`] : [];
  });
}

if (import.meta.main) {
  const found = trackedFiles()
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .flatMap((path) => violations(path, readFileSync(path, 'utf8')));
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
