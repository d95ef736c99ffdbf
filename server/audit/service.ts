/**
 * The audit log: who saw and who changed what. Entries are only added. They hold ids and names of fields but no contents, and each
 * has a keyed hash over the entry before it (`chain.ts`).
 */
import { mintId } from '#contract/reference.ts';
import type { Storage, Trx } from '#server/database/open.ts';
import type { Delivery } from '#server/outbox/service.ts';
import { createRepeater, type Repeater } from '#server/repeat.ts';
import { hourMs, isoAfter, minuteMs } from '#server/times.ts';
import { anchorOf, type Head } from './chain.ts';
import { type AuditLogOptions, type AuditSubject, createAuditLog, type NewAuditEntry } from './log.ts';
import { createRecent } from './recent.ts';
import { insertAnchor, listEntries, lockHead, readHead } from './store.ts';

export { anchorOf, type Head, readAnchor } from './chain.ts';
export { auditKind, beginNewChain, pruneAudit } from './checkpoints.ts';
export { type AuditLog, type AuditSubject, createAuditLog, type NewAuditEntry } from './log.ts';
export { programNames, type Seen, whoSaw } from './seen.ts';
export { type AuditFilter, countByPerson, isAuditPruned, listEntries, readHead, type StoredEntry } from './store.ts';
export { type Break, verifyAudit } from './verify.ts';

/** The person and the session that read, as an authenticated call has them. */
interface AuditReader {
  readonly personId: string;
  readonly sessionId: string;
}

/** A list that somebody looks at: its name, and the names of the filters that are set. */
interface ListLooked {
  readonly name: string;
  readonly filters?: readonly string[];
}

export type Audit = ReturnType<typeof createAudit>;

export interface AuditOptions extends AuditLogOptions {
  readonly storage: Storage;
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'wake'>;
  /** The addresses that the head is mailed to. */
  readonly mailTo: (trx: Trx) => Promise<readonly string[]>;
  /** Is told the head, in the form that `npm run audit -- verify --anchor` takes. */
  readonly onHead: (anchor: string) => void;
  /** Is told of entries that could not be written. They are tried again. */
  readonly onError: (error: unknown) => void;
}

export const auditTimes = {
  /** The same session's opening or listing of the same thing within this time makes no new entry. */
  sameForMs: 15 * minuteMs,
  flushEveryMs: 500,
  headEveryMs: hourMs,
  mailEveryMs: 24 * hourMs,
  /** A head that could not be mailed within this time is not mailed any more. A newer one is. */
  mailForMs: 3 * 24 * hourMs,
} as const;

/** The most openings and lists that a process remembers: about 20 MB. */
const mostRemembered = 50_000;
const mostAtOnce = 200;

export function createAudit(options: AuditOptions) {
  const { storage, now, delivery, mailTo, onHead, onError } = options;
  const log = createAuditLog(options);
  const recent = createRecent({ forMs: auditTimes.sameForMs, most: mostRemembered, now });
  const add = (entry: NewAuditEntry) => storage.transaction((trx) => log.write(trx, entry));
  let looked: NewAuditEntry[] = [];
  let lastFlush: Promise<void> = Promise.resolve();

  async function writeLooked(): Promise<void> {
    while (looked.length > 0) {
      const batch = looked.slice(0, mostAtOnce);
      await storage.transaction(async (trx) => {
        for (const entry of batch) await log.write(trx, entry);
      });
      looked = looked.slice(batch.length);
    }
  }

  /** Writes what `listed` has noted. Each write waits for the one before it: two at once would repeat and lose entries. */
  function flush(): Promise<void> {
    lastFlush = lastFlush.then(writeLooked, writeLooked);
    return lastFlush;
  }

  /** Mails the head, at most once a day however many servers run, and only when it has changed. */
  async function mailHead(): Promise<void> {
    if (!delivery.can.mail) return;
    const mailed = await storage.transaction(async (trx) => {
      const recipients = await mailTo(trx);
      const head = await lockHead(trx);
      const at = now();
      const lastMs = head.mailed_at === null ? Number.NEGATIVE_INFINITY : Date.parse(head.mailed_at);
      const isDue = at.getTime() - lastMs >= auditTimes.mailEveryMs && head.seq !== (head.mailed_seq ?? 0);
      if (!isDue || recipients.length === 0) return false;
      const id = mintId();
      await insertAnchor(trx, id, head, at.toISOString());
      const expiresAt = isoAfter(at, auditTimes.mailForMs);
      for (const recipient of recipients) {
        await delivery.enqueue(trx, { kind: 'audit-head', subjectId: id, recipient, at, expiresAt });
      }
      return true;
    });
    if (mailed) delivery.wake();
  }

  /** Reports the head to `onHead`, and mails it to the admins when it has changed since the last mail, at most once a day. */
  async function tellHead(): Promise<void> {
    const head: Head | undefined = await readHead(storage.db);
    if (head) onHead(anchorOf(head));
    await mailHead();
  }

  const repeaters: Repeater[] = [
    createRepeater({ everyMs: auditTimes.flushEveryMs, work: flush, onError }),
    createRepeater({ everyMs: auditTimes.headEveryMs, atOnce: true, work: tellHead, onError }),
  ];

  return {
    write: log.write,

    /**
     * Notes that somebody opens a record. Resolves when the entry is on disk; respond only then. When the same session opens the same
     * record again within 15 minutes, no second entry is made.
     *
     * @param checkCurrent runs while the log is locked. When it rejects, nothing is noted
     */
    opened: (
      { personId, sessionId }: AuditReader,
      about: AuditSubject,
      checkCurrent?: (trx: Trx) => Promise<void>,
    ): Promise<void> =>
      recent.once(`opened ${sessionId} ${about.kind} ${about.id}`, () =>
        storage.transaction(async (trx) => {
          await log.write(trx, { by: personId, action: 'opened', about: [about] });
          await checkCurrent?.(trx);
        }),
      ),

    /** Notes that somebody exports something, every time. Resolves when the entry is on disk; respond only then. */
    exported: ({ personId }: AuditReader, about: AuditSubject, detail: NewAuditEntry['detail'] = {}): Promise<void> =>
      add({ by: personId, action: 'exported', about: [about], detail }),

    /**
     * Notes that somebody looks at a list. The entry is written within a second. When the same session requests the same list again
     * within 15 minutes, no second entry is made.
     */
    listed({ personId, sessionId }: AuditReader, { name, filters = [] }: ListLooked): void {
      const detail = filters.length > 0 ? { filters } : {};
      void recent.once(`listed ${sessionId} ${name} ${filters.join(' ')}`, async () => {
        looked.push({ by: personId, action: 'listed', about: [{ kind: 'list', id: name }], detail });
      });
    },

    /** Notes, once, that the database was restored from a backup of a certain time. Everything after that time is missing. */
    noteRestored: (restoredAt: string): Promise<void> =>
      storage.transaction(async (trx) => {
        // When two servers start at the same moment, the second one sees the entry of the first.
        await lockHead(trx);
        const [noted] = await listEntries(trx, { action: 'restored' }, { cursor: undefined, limit: 1 });
        const detail = { at: restoredAt };
        if (noted?.detail === JSON.stringify(detail)) return;
        await log.write(trx, { by: null, action: 'restored', about: [], detail });
      }),

    flush,
    tellHead,

    /** Starts to write the entries of lists and to report the head regularly. */
    start(): void {
      for (const repeater of repeaters) repeater.start();
    },
    async stop(): Promise<void> {
      await Promise.all(repeaters.map((repeater) => repeater.stop()));
      await flush().catch(onError);
    },
  };
}
