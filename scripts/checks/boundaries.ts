/**
 * Checks which folder may import which, which may name a table, and which file writes the desk's times. The tree shows the
 * architecture only as long as this holds. Checks the drawing of the server's folders in docs/architecture.md too.
 *
 *     node scripts/checks/boundaries.ts            fails and names every import and every table that crosses a boundary, every
 *                                                  import cycle, and every time of the desk in the device's zone
 *     node scripts/checks/boundaries.ts --write    draws the folders anew as well (npm run docs)
 */
import { readFileSync } from 'node:fs';
import { checkOrWrite } from '../docs/marked-part.ts';
import { cyclesOf, type Graph } from './cycles.ts';
import { deviceTimes } from './desk-times.ts';
import { drawing, foldersOf } from './folder-drawing.ts';
import { type Import, importsOf, parse } from './syntax.ts';
import { foreignTables, ownersOf } from './table-owners.ts';
import { trackedFiles } from './tracked-files.ts';

interface TopFolder {
  /** The other top folders that it may import. */
  readonly folders: readonly string[];
  /** The packages it may import; any when absent. */
  readonly packages?: readonly string[];
}

const topFolders: Readonly<Record<string, TopFolder>> = {
  brand: { folders: [], packages: [] },
  contract: { folders: [], packages: ['zod/mini'] },
  client: { folders: ['contract'] },
  site: { folders: ['brand', 'contract', 'client'] },
  desk: { folders: ['brand', 'contract', 'client'] },
  server: { folders: ['brand', 'contract'] },
  scripts: { folders: ['brand', 'contract', 'server'] },
  tests: { folders: ['brand', 'contract', 'client', 'site', 'desk', 'server', 'scripts'] },
  bench: { folders: ['brand', 'contract', 'server', 'scripts', 'tests'] },
};

/** The files of the outbox that a feature needs to make its kinds of messages. */
const forTemplates = /^(message-kind|mail\/(html|layout|letter|plain-text|wording))\.ts$/;

/**
 * Whether the other folders of the server may import a file: a feature's `service.ts`, what opens the database and prepares its
 * statements, what a feature needs to make its kinds of messages, and everything in `http` and `site`, which are the tools for making
 * routes. Types may also come from `tables.ts`.
 */
function isPublic(folder: string, file: string, typeOnly: boolean): boolean {
  if (folder === 'http' || folder === 'site' || (folder === 'outbox' && forTemplates.test(file))) return true;
  if (file === 'tables.ts') return typeOnly;
  return (folder === 'database' ? ['open.ts', 'prepared.ts'] : ['service.ts']).includes(file);
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

const topFolderOf = (path: string): string => path.split('/')[0] ?? '';

/** Why a file of a top folder may not import a package; undefined when it may. */
function whyNoPackage(folder: string, target: string): string | undefined {
  const { packages } = topFolders[folder] ?? {};
  if (packages && !packages.includes(target)) return `${folder} imports ${['only itself', ...packages].join(' and ')}`;
  return ['site', 'desk', 'client'].includes(folder) && target.startsWith('node:') ? 'it runs in a browser' : undefined;
}

/**
 * Why one part of the server may not import another; undefined when it may. The files at the server's top and in `context` may
 * import every part, because they put the parts together.
 */
function whyNoPart(path: string, { target, typeOnly }: Import): string | undefined {
  const [, from = '', ...below] = path.split('/');
  const [, to = '', ...rest] = target.split('/');
  if (below.length === 0 || from === 'context' || from === to) return undefined;
  if (rest.length > 0) {
    return isPublic(to, rest.join('/'), typeOnly) ? undefined : `${from} meets ${to} only through its service`;
  }
  if (to === 'main.ts' || to === 'app.ts') return `nothing imports ${to}`;
  return to === 'context.ts' && !typeOnly ? 'the context is handed in, so only its type is imported' : undefined;
}

function whyNot(path: string, wanted: Import): string | undefined {
  const [from, to] = [topFolderOf(path), topFolderOf(wanted.target)];
  if (!wanted.inProject) return isTest(path) ? undefined : whyNoPackage(from, wanted.target);
  if (from === to) return from === 'server' && !isTest(path) ? whyNoPart(path, wanted) : undefined;
  if (isTest(path) && ['tests', 'brand'].includes(to)) return undefined;
  return topFolders[from]?.folders.includes(to) ? undefined : `${from} does not import ${to}`;
}

/** The faults in the imports of a file: one sentence each. */
export function violations(path: string, imports: readonly Import[]): string[] {
  if (!Object.hasOwn(topFolders, topFolderOf(path))) return [];
  return imports.flatMap((wanted) => {
    const why = whyNot(path, wanted);
    return why ? [`${path} imports ${wanted.target}: ${why}`] : [];
  });
}

type Imports = ReadonlyMap<string, readonly Import[]>;

/** The import graph of files. `nameOf` returns the node that a file belongs to, or undefined to leave it out. */
function graphOf(
  files: Imports,
  counts: (wanted: Import, path: string) => boolean,
  nameOf: (path: string) => string | undefined,
): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [path, imports] of files) {
    const from = nameOf(path);
    if (from === undefined) continue;
    const targets = imports.filter((wanted) => wanted.inProject && counts(wanted, path));
    const names = targets.flatMap(({ target }) => nameOf(target) ?? []).filter((name) => name !== from);
    graph.set(from, new Set([...(graph.get(from) ?? []), ...names]));
  }
  return graph;
}

/** A part of the server: one of its folders, or a file at its top. */
const partOf = (path: string): string | undefined =>
  topFolderOf(path) === 'server' && !isTest(path) ? path.split('/').slice(0, 2).join('/') : undefined;

const isOfOutbox = (path: string): boolean => path.startsWith('server/outbox/');

/** The server's parts and their imports, types included. The context is left out: it imports all, and gives all their type. */
const partsOfServer = (files: Imports): Graph =>
  graphOf(
    files,
    // Features describe their messages to the outbox by its types, so imports of types from and to it do not count.
    ({ target, typeOnly }, path) =>
      target !== 'server/context.ts' && !(typeOnly && (isOfOutbox(path) || isOfOutbox(target))),
    partOf,
  );

/** The import cycles of files, and those of the server's folders, where types count too. */
export function cycles(files: Imports): string[] {
  const ofFiles = graphOf(
    files,
    // When the console loads a module on demand, the modules that load it are complete.
    ({ typeOnly, onDemand }, path) => !typeOnly && !(onDemand && topFolderOf(path) === 'desk'),
    (path) => path,
  );
  return [...cyclesOf(ofFiles), ...cyclesOf(partsOfServer(files))].map((names) => `import cycle: ${names.join(', ')}`);
}

if (import.meta.main) {
  const sources = trackedFiles().filter((path) => /\.(ts|tsx|mjs)$/.test(path));
  const trees = new Map(sources.map((path) => [path, parse(path, readFileSync(path, 'utf8'))] as const));
  const files = new Map([...trees].map(([path, tree]) => [path, importsOf(path, tree)] as const));
  const owners = ownersOf(trees);
  const found = [
    ...[...files].flatMap(([path, imports]) => violations(path, imports)),
    ...cycles(files),
    ...[...trees].flatMap(([path, tree]) => foreignTables(path, tree, owners)),
    ...[...trees].flatMap(([path, tree]) => deviceTimes(path, tree)),
  ];
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
  checkOrWrite({ file: 'docs/architecture.md', name: 'folders' }, drawing(foldersOf(partsOfServer(files))));
}
