/**
 * Completes package-lock.json with the platform packages that npm left out.
 *
 * npm drops an optional package from the lock when the registry it asked does not carry it. `npm ci` then refuses the
 * lock on this machine, and on the other platform the native binding is missing. Every such package is named by its
 * parent with an exact version, and its name says what it runs on, so the entry can be written without the registry.
 *
 *   node scripts/complete-lock.mjs           completes the lock
 *   node scripts/complete-lock.mjs --check   fails when the lock is incomplete
 */
import { readFileSync, writeFileSync } from 'node:fs';

const lockFile = new URL('../package-lock.json', import.meta.url);
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];

/** The platform of a package, read from a name such as `@oxlint/binding-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (!os || !cpu) throw new Error(`${name}: its name does not say which system and processor it is for`);
  const abi = words.at(-1);
  const libc = abi.startsWith('musl') ? 'musl' : abi.startsWith('gnu') ? 'glibc' : undefined;
  return { cpu: [cpu], ...(libc && { libc: [libc] }), os: [os] };
}

/** The packages that a locked package names as optional and that are missing from the lock. */
function missingFrom(packages) {
  const missing = new Map();
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (packages[`node_modules/${name}`] || packages[`${path}/node_modules/${name}`]) continue;
      if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${path} asks for ${name}@${version}, which is not exact`);
      missing.set(`node_modules/${name}`, {
        version,
        ...platformOf(name),
        ...(dev && { dev: true }),
        optional: true,
      });
    }
  }
  return missing;
}

const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
const missing = missingFrom(lock.packages);
if (process.argv.includes('--check')) {
  if (missing.size > 0) {
    console.error(`package-lock.json lacks ${[...missing.keys()].join(', ')}: run node scripts/complete-lock.mjs`);
    process.exit(1);
  }
} else if (missing.size > 0) {
  const entries = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
  lock.packages = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`added to package-lock.json: ${[...missing.keys()].join(', ')}`);
}
