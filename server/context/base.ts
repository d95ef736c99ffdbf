/** The foundation of the server: configuration, log, storage, keys and time. */
import type { DestinationStream } from 'pino';
import { lists } from '#brand/lists.ts';
import { leadForms } from '#contract/forms.ts';
import { mintId } from '#contract/reference.ts';
import { createClock, type MachineClocks, machineClocks } from '../clock.ts';
import type { Config } from '../config.ts';
import { dialectOf, openStorage, type Storage } from '../database/open.ts';
import type { Environment } from '../environment.ts';
import { createAnswering } from '../http/answering.ts';
import { createLimiters } from '../http/limits.ts';
import { isOwnKey } from '../key-check.ts';
import { createKeyedHash } from '../keyed-hash.ts';
import { createLog } from '../log.ts';
import { createSecretBox } from '../secret-box.ts';
import { loadSecretKey } from '../secret-key.ts';

export interface BaseOverrides extends Partial<MachineClocks> {
  /** The time, instead of the clocks of the machine and the database. */
  readonly now?: () => Date;
  readonly logDestination?: DestinationStream;
  readonly storage?: Storage;
}

/** `secretBox` encrypts values that only the server may read again. It is passed to the parts that need it and is not in the context. */
export function createBase(config: Config, overrides: BaseOverrides) {
  const { wallMs, clockMs } = { ...machineClocks, ...overrides };
  const log = createLog(config, overrides.logDestination ?? process.stderr);
  /** Makes a handler that logs a failure as a warning. The failed work will be tried again. */
  const warn = (words: string) => (err: unknown) => log.warn({ err }, words);
  const storage =
    overrides.storage ??
    openStorage({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      onBroken: warn('a connection to the database broke'),
    });
  const clock = createClock({
    databaseMs: () => dialectOf(storage.db).timeOf(storage.db),
    wallMs,
    clockMs,
    onWrong: (aheadMs) =>
      log.warn(
        { aheadMs: Math.round(aheadMs) },
        'the clock of this machine differs from the database, whose time counts',
      ),
    onError: warn('the database could not be asked for its time'),
  });
  const { now = clock.now } = overrides;
  const secretKey = config.secretKey ?? loadSecretKey(config.dataDir);
  const keyed = createKeyedHash(secretKey);
  const environment: Environment = { storage, now, keyed, clockMs };
  const base = {
    config,
    log,
    warn,
    ...environment,
    environment,
    /** Whether the database still has the key with which this server started. */
    hasOwnKey: () => isOwnKey(storage.db, keyed),
    ...createLimiters({
      limits: config.limits,
      pool: storage.pool,
      secretKey,
      clockMs,
      onError: warn('the shared counts of limits could not be used'),
    }),
    answering: createAnswering({ clockMs }),
    forms: leadForms(lists),
    clock,
    mintId,
  };
  return { base, secretBox: createSecretBox(secretKey) };
}

export type Base = Readonly<ReturnType<typeof createBase>['base']>;
