/** Chooses the Node for each program: the bootstrap runs on the installed Node, everything after it on the Node of package.json. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const oldestNode = 20;

/** Ends the process with one clear sentence when this Node is too old for the bootstrap. */
export function requireNode() {
  const version = process.versions.node;
  if (Number.parseInt(version, 10) >= oldestNode) return;
  console.error(
    `This needs Node ${oldestNode} or newer, and this is Node ${version}. Get one from https://nodejs.org and try again.`,
  );
  process.exit(1);
}

/** The path of the project's own Node, a package for each platform. `.bin/node` will not do: on Windows it is a shell script. */
export function projectNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const name of [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`]) {
    const path = join(project, 'node_modules', name, 'bin', program);
    if (existsSync(path)) return path;
  }
  throw new Error(
    `There is no packaged Node for ${process.platform} on ${process.arch}. Run the server with Node 26 by hand: node server/main.ts`,
  );
}
