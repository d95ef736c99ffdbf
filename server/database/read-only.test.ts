/** The name of the database leads to a standby for a moment, or to an old primary that takes no writes any more. */
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import type { Trx } from './open.ts';

onPostgres((under) => {
  it('R887 connections that begin while the database only takes reads are given up, and the first ones after that write and read again', async () => {
    const place = await under.newPlace();
    const storage = await under.openStorage(place);
    const other = new pg.Client({ connectionString: place.databaseUrl });
    await other.connect();
    onTestFinished(() => other.end());
    const readOne = () => sql`select 1`.execute(storage.reads);
    await Promise.all([storage.tryWrite(), readOne()]);

    const { rows } = await other.query<{ name: string }>('select quote_ident(current_database()) as name');
    await other.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`);
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    for (const call of [storage.tryWrite, storage.ping, readOne]) {
      // Whichever call a connection of before breaks under, the later ones begin their own.
      await vi.waitFor(() => expect(call()).rejects.toMatchObject({ code: 'AWAY_BUSY', cause: { code: '25006' } }));
    }
    await other.query(`alter database ${rows[0]?.name} reset default_transaction_read_only`);
    await Promise.all([storage.tryWrite(), storage.ping(), readOne()]);
  });

  it('R887 a connection whose database takes no writes any more is given up by the first write that it refuses', async () => {
    const storage = await under.openStorage();
    await sql`set default_transaction_read_only = on`.execute(storage.db);
    await expect(storage.tryWrite()).rejects.toMatchObject({ code: '25006' });
    await storage.tryWrite();
    await sql`set default_transaction_read_only = on`.execute(storage.db);
    const write = (trx: Trx) =>
      trx.insertInto('write_probes').values({ id: 'one', written_at: new Date().toISOString() }).execute();
    await expect(storage.transaction(write)).rejects.toMatchObject({ code: '25006' });
    await storage.transaction(write);
  });
});
