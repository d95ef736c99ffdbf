/** What the servers and the database count while the benchmark runs. */
import pg from 'pg';

export interface ServerCounts {
  readonly looks: number;
  readonly looksByKind: ReadonlyMap<string, number>;
  readonly memoryBytes: number;
  /** The longest 1 % of the waits of the event loop since the last reading, in seconds. */
  readonly loopP99Seconds: number;
}

/** Reads `/metrics` of a server. */
export async function readCounts(metricsPort: string): Promise<ServerCounts> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const gauge = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  const looks = [...text.matchAll(/^boxline_desk_looks_total\{what="([^"]+)"\} (\d+)$/gm)];
  const looksByKind = new Map(looks.map(([, what = '', count = '0']) => [what, Number(count)]));
  return {
    looks: [...looksByKind.values()].reduce((sum, count) => sum + count, 0),
    looksByKind,
    memoryBytes: gauge('process_resident_memory_bytes'),
    loopP99Seconds: gauge('nodejs_eventloop_lag_p99_seconds'),
  };
}

/** The transactions of a database so far; a statement outside a transaction is one of its own. */
export async function countTransactions(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const query = 'select xact_commit::float8 as count from pg_stat_database where datname = current_database()';
    const { rows } = await client.query<{ count: number }>(query);
    return rows[0]?.count ?? Number.NaN;
  } finally {
    await client.end();
  }
}
