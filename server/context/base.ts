/** What every part of the server is built on: configuration, log, storage, keys and time. */
import type { DestinationStream } from 'pino';
import { lists } from '#brand/lists.ts';
import { leadForms } from '#contract/forms.ts';
import { mintId } from '#contract/reference.ts';
import type { Config } from '../config.ts';
import { openStorage, type Storage } from '../database/open.ts';
import { createAnswering } from '../http/answering.ts';
import { createLimiters } from '../http/limits.ts';
import { createKeyedHash } from '../keyed-hash.ts';
import { createLog } from '../log.ts';
import { createSealer } from '../sealing.ts';
import { loadSecretKey } from '../secret-key.ts';

export interface BaseOverrides {
  readonly now?: () => Date;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs?: () => number;
  readonly logDestination?: DestinationStream;
  readonly storage?: Storage;
}

/** `sealer` seals what only the server may read again. It goes to the parts that need it and not into the context. */
export function createBase(config: Config, overrides: BaseOverrides) {
  const { now = () => new Date(), clockMs = () => performance.now() } = overrides;
  const log = createLog(config, overrides.logDestination ?? process.stderr);
  /** Logs as a warning that something failed and will be tried again. */
  const warn = (words: string) => (err: unknown) => log.warn({ err }, words);
  const storage =
    overrides.storage ??
    openStorage({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      onBroken: warn('a connection to the database broke'),
    });
  const secretKey = config.secretKey ?? loadSecretKey(config.dataDir);
  const base = {
    config,
    log,
    warn,
    storage,
    keyed: createKeyedHash(secretKey),
    limiters: createLimiters({
      limits: config.limits,
      pool: storage.pool,
      secretKey,
      clockMs,
      onError: warn('the shared counts of limits could not be used'),
    }),
    answering: createAnswering({ clockMs }),
    forms: leadForms(lists),
    now,
    clockMs,
    mintId,
  };
  return { base, sealer: createSealer(secretKey) };
}

export type Base = Readonly<ReturnType<typeof createBase>['base']>;
