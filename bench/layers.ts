/** The layers under a lead that arrives over HTTP, each measured alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fdatasyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { mintId, shortIdOf } from '#contract/reference.ts';
import type { Context } from '#server/context.ts';
import { openPostgresPool } from '#server/database/postgres.ts';
import { openSqliteFile } from '#server/database/sqlite.ts';
import { readSubmission } from '#server/mail-gateway/submission.ts';
import { projectNode } from '../scripts/bootstrap/node.mjs';
import { envelopeOf, inquiryParams } from '../tests/support/answers.ts';
import { openConnection } from './keep-alive.ts';
import { type Measured, measure } from './measure.ts';

const pageBytes = 4096;
const rowBytes = 600;

/** A lead that differs from every other. */
function newParams(): Record<string, unknown> {
  const id = mintId();
  return inquiryParams({ submission_id: id, email: `${shortIdOf(id)}@dealers.example` });
}

const newBody = (): string => JSON.stringify({ ...envelopeOf('inquiry'), template_params: newParams() });

/** Appends a page to a file and waits until it is on the disk. */
export async function syncs(folder: string, forMs: number): Promise<Measured> {
  const file = openSync(join(folder, 'syncs'), 'w');
  const page = Buffer.alloc(pageBytes, 1);
  const measured = await measure(1, forMs, () => {
    writeSync(file, page);
    fdatasyncSync(file);
  });
  closeSync(file);
  return measured;
}

/** One row of a lead's size, in a transaction of its own, through a prepared statement. */
export async function rawSqlite(folder: string, forMs: number): Promise<Measured> {
  mkdirSync(folder, { recursive: true });
  const database = openSqliteFile(join(folder, 'raw.sqlite'));
  database.exec('create table rows (id text primary key, content text not null)');
  const insert = database.prepare('insert into rows values (?, ?)');
  const content = 'x'.repeat(rowBytes);
  const measured = await measure(1, forMs, () => void insert.run(mintId(), content));
  database.close();
  return measured;
}

export async function rawPostgres(url: string, callers: number, forMs: number): Promise<Measured> {
  const pool: pg.Pool = openPostgresPool(url, { onBroken: () => {} });
  await pool.query('create table if not exists bench_rows (id text primary key, content text not null)');
  const content = 'x'.repeat(rowBytes);
  const insert = { name: 'insert', text: 'insert into bench_rows values ($1, $2)' };
  const measured = await measure(callers, forMs, async () => {
    await pool.query({ ...insert, values: [mintId(), content] });
  });
  await pool.end();
  return measured;
}

/** What the gateway does with a lead that has been read and checked: one transaction. */
export async function transactions({ leads, forms }: Context, callers: number, forMs: number): Promise<Measured> {
  return measure(callers, forMs, async () => {
    const read = readSubmission(forms.inquiry, newParams());
    if (!('submission' in read)) throw new Error('The sample does not fit the form');
    await leads.accept(read.submission);
  });
}

export async function overHttp(url: string, path: string, callers: number, forMs: number): Promise<Measured> {
  const connections = await Promise.all(Array.from({ length: callers }, () => openConnection(url, path)));
  try {
    return await measure(callers, forMs, (caller) => connections[caller]?.post(newBody()));
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Starts the bare HTTP server in a process of its own. */
export async function startBareHttp(): Promise<{ url: string; stop(): void }> {
  const child = spawn(projectNode(), [join(import.meta.dirname, 'bare-http.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${Number(port.toString())}`, stop: () => void child.kill() };
}
