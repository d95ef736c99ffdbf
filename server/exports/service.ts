/**
 * Exports of the desk's lists. Each is begun with a fresh proof, noted in the audit log before the first byte, and downloaded once.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { downloadForMs, type ExportKind } from '#contract/desk/export.ts';
import type { Audit } from '#server/audit/service.ts';
import { SessionOverError } from '#server/caller.ts';
import { dialectOf } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import type { Prunable } from '#server/pruning.ts';
import { endingKey } from '#server/record-kind.ts';
import { requireCallerSession } from '#server/sign-in/service.ts';
import { isoAfter } from '#server/times.ts';
import type { CheckedExport, Exporter, ExportReader } from './exporter.ts';
import { deleteExpired, insertTicket, takeTicket } from './store.ts';

export { defineExporter, type Exporter } from './exporter.ts';

/** The most exports that one person may run at once on this server. */
const mostPerPerson = 2;

/** How much of a file is made before the browser must read it, in UTF-16 units. */
const chunkLength = 32_000;

const csvFile = { type: 'text/csv; charset=utf-8', ending: 'csv' } as const;

/** After this many lines an export lets waiting requests go first. */
const linesInTurn = 100;

/** How often an export checks whether its session has ended, in milliseconds. An ended session gets rows for at most this long. */
export const pollEveryMs = 1000;

/** Tickets whose download never began. */
export const prunableTickets: Prunable = { name: 'export tickets', keptForMs: 0, deleteBefore: deleteExpired };

/** A filter without NULs and halves of characters, which PostgreSQL holds in no JSON. A search takes them for blanks. */
const storable = (filter: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).map(([name, text]) => [name, text.replaceAll('\0', ' ').replace(/\p{Cs}/gu, ' ')]),
  );

interface ExportsOptions extends Pick<Environment, 'storage' | 'now' | 'keyed' | 'clockMs'> {
  readonly audit: Pick<Audit, 'write'>;
  readonly openSessionIds: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Resolves when the next lines may be made (`server/http/answering.ts`). */
  readonly giveWay: () => Promise<void>;
  /** Called when an export fails before its end. */
  readonly onError: (error: unknown) => void;
}

export function createExports(options: ExportsOptions) {
  const { storage, audit, keyed, openSessionIds, now, clockMs, giveWay, onError } = options;
  const exporters = new Map<ExportKind, Exporter>();
  const running = new Map<string, number>();

  const isBusy = ({ personId }: ExportReader): boolean => (running.get(personId) ?? 0) >= mostPerPerson;

  function count(personId: string, by: 1 | -1): void {
    const left = (running.get(personId) ?? 0) + by;
    if (left > 0) running.set(personId, left);
    else running.delete(personId);
  }

  async function stopWhenSignedOut({ sessionId }: ExportReader): Promise<void> {
    if (!(await openSessionIds([sessionId])).has(sessionId)) throw new SessionOverError('The session has ended');
  }

  /** The file in pieces. The next slice is read when the browser has taken the last piece. */
  async function* pieces(checked: CheckedExport, reader: ExportReader): AsyncGenerator<string> {
    let lookedMs = clockMs();
    /** Checks the session, unless that was done a moment ago. The rows of a single piece may have taken longer. */
    async function look(): Promise<void> {
      if (clockMs() - lookedMs < pollEveryMs) return;
      lookedMs = clockMs();
      await stopWhenSignedOut(reader);
    }
    try {
      let piece = '';
      let lines = 0;
      for await (const line of checked.lines(reader)) {
        piece += line;
        lines += 1;
        if (lines % linesInTurn === 0) await giveWay();
        if (piece.length < chunkLength) continue;
        await look();
        yield piece;
        piece = '';
      }
      await look();
      yield piece;
    } catch (error) {
      onError(error);
      throw error;
    }
  }

  /** Takes a ticket and notes it in the audit log. Undefined when the ticket does not work. */
  const takeNoted = (reader: ExportReader, token: string) =>
    storage.transaction(async (trx) => {
      // Refuses a person who has lost the role or signed out since the check.
      await requireCallerSession(trx, reader);
      const key = { id: keyed.of('export-ticket', token), session_id: reader.sessionId, now: now().toISOString() };
      const ticket = await takeTicket(trx, key);
      const checked = ticket && exporters.get(ticket.kind)?.check(JSON.parse(ticket.filter));
      if (!checked) return undefined;
      // What it is about ends only after the entry: an erasure that begins now waits.
      if (checked.about) await dialectOf(trx).share(trx, [endingKey]);
      const about = [{ kind: 'list', id: ticket.kind } as const, ...((await checked.about?.()) ?? [])];
      await audit.write(trx, { by: reader.personId, action: 'exported', about, detail: checked.detail });
      return { kind: ticket.kind, checked };
    });

  return {
    /** Adds an exporter, once for each kind. */
    add(exporter: Exporter): void {
      if (exporters.has(exporter.kind)) throw new Error(`${exporter.kind} is exported already`);
      exporters.set(exporter.kind, exporter);
    },

    /** Begins an export. Returns the token of its address, or why it is refused. */
    async begin(reader: ExportReader, kind: ExportKind, filter: Readonly<Record<string, string>>) {
      const exporter = exporters.get(kind);
      if (exporter && !exporter.mayRead(reader)) return { refused: 'unreadable' } as const;
      if (!exporter?.check(filter)) return { refused: 'invalid' } as const;
      if (isBusy(reader)) return { refused: 'running' } as const;
      const token = randomBytes(32).toString('base64url');
      const at = now();
      const ticket = {
        id: keyed.of('export-ticket', token),
        session_id: reader.sessionId,
        kind,
        filter: JSON.stringify(storable(filter)),
        expires_at: isoAfter(at, downloadForMs),
      };
      await storage.transaction(async (trx) => {
        // The hourly pruning deletes nothing while the server doubts its clock.
        await deleteExpired(trx, at.toISOString());
        await insertTicket(trx, ticket);
      });
      return { token };
    },

    /**
     * Takes an export, once. Its entry in the audit log is on disk when this resolves.
     *
     * @returns the file, which is made while it is read; or why it is refused
     * @throws SessionOverError when the session has ended
     */
    async take(reader: ExportReader, token: string) {
      if (isBusy(reader)) return { refused: 'running' } as const;
      // Counted before the first await, so that each of many simultaneous calls sees those before it.
      count(reader.personId, 1);
      const leave = () => count(reader.personId, -1);
      const taken = await takeNoted(reader, token).catch((error: unknown) => {
        leave();
        throw error;
      });
      if (!taken) {
        leave();
        return { refused: 'gone' } as const;
      }
      const file = Readable.from(pieces(taken.checked, reader), { objectMode: false, highWaterMark: chunkLength });
      // Runs even when nobody begins to read the file.
      file.once('close', leave);
      const { type, ending } = taken.checked.file ?? csvFile;
      return { kind: taken.kind, file, type, ending };
    },
  };
}
