/** A replica of the server: the real context with its timers, on the night's database. It can crash and start again. */
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { type Context, createContext } from '#server/context.ts';
import type { SitePages } from '#server/site/pages.ts';
import type { Transports } from './providers.ts';
import { type Disk, openFor } from './storage.ts';
import { type Program, running, type World } from './world.ts';

export interface Replica {
  readonly program: Program;
  readonly context: Context;
  readonly disk: Disk;
  /** Whether it takes requests: it is alive, and its database agrees with its file of erasures. */
  isReady(): boolean;
}

interface ReplicaOptions {
  readonly world: World;
  readonly name: string;
  readonly config: Config;
  readonly dataDir: string;
  readonly pages: SitePages;
  readonly transports: (program: Program) => Transports;
  readonly disk: Disk;
  readonly onLog: (program: Program, line: string) => void;
}

const startAgainMs = 1000;

const contexts = new WeakMap<Program, Context>();

/** Starts a replica as a new program of the world. */
export function startReplica(options: ReplicaOptions): Replica {
  const { world, name, config, dataDir, pages, transports, disk, onLog } = options;
  const program = world.program(name);
  const { mail, text } = transports(program);
  const context = world.as(program, () =>
    createContext(config, {
      storage: openFor(program, dataDir, disk),
      pages,
      siteDir: '',
      mailTransport: mail,
      textTransport: text,
      logDestination: { write: (line) => onLog(program, line) },
    }),
  );
  contexts.set(program, context);
  // A process that dies closes its files, and its uncommitted changes are undone.
  program.onDeath.add(() => void context.storage.close());
  let agrees = !existsSync(config.erasuresFile);
  const begin = () => {
    agrees = true;
    const { alerts, agentRequests, portal, delivery, leadIndexing } = context;
    for (const part of [alerts, agentRequests, portal, delivery, leadIndexing]) part.start();
  };
  /** Compares the database with the file of erasures, as a server does before it listens. A replica that cannot tries again. */
  const agree = () =>
    void context.erasure.agree().then(begin, (error: unknown) => {
      world.note(program, `cannot start: ${error instanceof Error ? error.message : String(error)}`);
      world.schedule(program, startAgainMs, agree);
    });
  world.as(program, agrees ? begin : agree);
  return { program, context, disk, isReady: () => agrees && program.state !== 'dead' };
}

/** A proxy that forwards each access, at any depth, to the same part of the replica that runs at that moment. */
function standIn(read: () => object, sample: object): object {
  const known = new Map<PropertyKey, unknown>();
  return new Proxy(sample, {
    get(_, name) {
      const value: unknown = Reflect.get(sample, name);
      if (typeof value !== 'function' && (typeof value !== 'object' || value === null))
        return Reflect.get(read(), name);
      if (!known.has(name)) {
        const forward = (...given: unknown[]) =>
          Reflect.apply(Reflect.get(read(), name) as (...given: unknown[]) => unknown, read(), given);
        known.set(name, typeof value === 'function' ? forward : standIn(() => Reflect.get(read(), name), value));
      }
      return known.get(name);
    },
    set: (_, name, value) => Reflect.set(read(), name, value),
  });
}

/** The parts of a context that are the same in each replica. */
const constant: readonly string[] = ['config', 'forms', 'siteDir', 'pages'] satisfies readonly (keyof Context)[];

/**
 * The server's HTTP app, made once for all replicas of all nights. It keeps no state, and each request gets the context of the
 * replica that runs.
 *
 * @param sample a context of the same configuration
 */
export async function createSharedApp(sample: Context): Promise<FastifyInstance> {
  const whichever = () => contexts.get(running.getStore() as Program) ?? sample;
  const all = standIn(whichever, sample) as Context;
  const shared = Object.fromEntries(
    Object.entries(sample).map(([part, value]) => [
      part,
      constant.includes(part) ? value : (Reflect.get(all, part) as unknown),
    ]),
  );
  const app = await createApp(shared as unknown as Context);
  await app.ready();
  return app;
}
