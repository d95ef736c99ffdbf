/**
 * Handles a person's request: finds, shows and erases what is kept about them. Each feature contributes what it has (`person.ts`).
 * An erasure is certified in the database, in the audit log and in a file outside the database (docs/decisions/0077).
 */
import { type ItemKind, itemKinds } from '#contract/desk/person-request.ts';
import { isAuditPruned, listEntries } from '#server/audit/service.ts';
import { type PersonItem, readSought, type Sought } from '#server/person-search.ts';
import { fieldsOf } from '#server/rows.ts';
import { isCertified, itemsOf } from './certificate.ts';
import { createErase, type EraseOptions, type ErasureOutcome, type NewErasure } from './erase.ts';
import { ErasuresFileError } from './erasures-file.ts';
import { createFileInTurn, type FileInTurnOptions } from './file-in-turn.ts';
import { type FoundItems, findAll, prepareAll } from './find.ts';
import { createNewKey } from './new-key.ts';
import { type CheckCurrent, readAudited } from './read-audited.ts';
import { createReconciler } from './reconcile.ts';
import { type Erasure, findErasure, newestErasures } from './store.ts';

export { documentOf } from './document.ts';
export type { Erasables, ItemId } from './erase.ts';
export { ErasuresFileError, fileIdOf, lackingMark, marksIn, readErasures } from './erasures-file.ts';
export { personExporter, readItems } from './export.ts';
export { createErasureKeeper } from './keeper.ts';
export type { CheckCurrent } from './read-audited.ts';
export { readResealed } from './read-resealed.ts';
export { fileIdOfDatabase } from './store.ts';

export interface ErasureOptions extends Omit<EraseOptions, 'inTurn'>, FileInTurnOptions {
  /** The path of the erasures file. */
  readonly file: string;
  /** Runs after something was erased, so that no file of the database keeps it. */
  readonly afterErased?: () => Promise<unknown>;
  /** Is told that the file could not be written to note that an erasure is finished. The next look notes it. */
  readonly onUnnoted: (error: unknown) => void;
}

/** The contents of a certificate. */
export type Certificate = ReturnType<typeof present>;

/** The checks of a certificate. All have to be true. */
interface CertificateChecks {
  /** The keyed hash belongs to the certificate, so nobody has changed it. */
  readonly hash: boolean;
  /** Whether the certificate’s line is in the erasures file; null when the file cannot be read now. */
  readonly inFile: boolean | null;
  /** Whether the audit log has the certificate's entry with the same hash; null when it has none and the log was pruned. */
  readonly inAudit: boolean | null;
  /** None of the erased items exists again. */
  readonly erased: boolean;
}

const present = (erasure: Erasure) => ({
  ...fieldsOf(erasure, 'seq', 'id', 'at', 'by_id', 'reason', 'hash', 'again_at'),
  items: itemsOf(erasure),
});

export type ErasureService = ReturnType<typeof createErasure>;

export function createErasure(options: ErasureOptions) {
  const { storage, keyed, sources, file, afterErased = async () => {} } = options;
  const { reads } = storage;
  const inTurn = createFileInTurn(file, keyed, options);
  const erasing = createErase({ ...options, inTurn });
  const reconciler = createReconciler({ ...options, inTurn, eraseLine: erasing.eraseLine });

  async function readItems(items: readonly { readonly kind: ItemKind; readonly id: string }[]): Promise<PersonItem[]> {
    const found: PersonItem[] = [];
    for (const kind of itemKinds) {
      const ids = items.flatMap((item) => (item.kind === kind ? [item.id] : []));
      if (ids.length > 0) found.push(...(await sources[kind].read(reads, ids)));
    }
    return found;
  }

  /** Whether the file has the line of a certificate; null when the file cannot be read now. */
  async function isInFile({ id, seal }: Erasure): Promise<boolean | null> {
    try {
      const { lines } = await inTurn.read();
      return lines.some((line) => line.id === id && line.seal === seal);
    } catch (error) {
      if (error instanceof ErasuresFileError) return null;
      throw error;
    }
  }

  async function isInAudit({ id, hash }: Certificate): Promise<boolean | null> {
    const entries = await listEntries(storage.db, { kind: 'erasure', id }, { cursor: undefined, limit: 10 });
    if (entries.some(({ detail }) => (JSON.parse(detail) as { hash?: string }).hash === hash)) return true;
    return (await isAuditPruned(storage.db)) ? null : false;
  }

  return {
    ...reconciler,
    ...createNewKey(options),

    /** Finds everything about an address, a number or a name. Undefined when the text is too short to search for. */
    async find(typed: string): Promise<(FoundItems & { readonly sought: Sought }) | undefined> {
      const sought = readSought(typed);
      if (!sought) return undefined;
      await prepareAll(sources);
      return { sought, ...(await findAll(reads, sources, sought)) };
    },

    read: readItems,

    /** Reads, and returns what was read once `note` has noted it; what was erased in between is read again (`read-audited.ts`). */
    readAudited: <Read>(
      read: () => Promise<Read>,
      note: (read: Read, checkCurrent: CheckCurrent) => Promise<void>,
    ): Promise<Read> => readAudited(reads, read, note),

    /**
     * Erases all chosen items or none.
     *
     * @throws ErasuresFileError when the file cannot be read or written; nothing was erased then
     * @throws SessionOverError when the session of the person who asks has ended since the request was authenticated
     */
    async erase(erasure: NewErasure): Promise<ErasureOutcome> {
      if (erasure.search) await prepareAll(sources);
      const outcome = await erasing.erase(erasure, reconciler.catchUp);
      if (outcome.kind === 'erased') {
        await reconciler.finish();
        await afterErased();
      }
      return outcome;
    },

    /** Certificates, the newest first: of all, or of those before a number. */
    certificates: async (before: number | undefined, limit: number): Promise<Certificate[]> =>
      (await newestErasures(reads, before, limit)).map(present),

    /** A certificate with the results of its checks. Undefined when there is none of this id. */
    async certificate(
      id: string,
    ): Promise<{ readonly certificate: Certificate; readonly checks: CertificateChecks } | undefined> {
      const erasure = await findErasure(storage.db, id);
      if (!erasure) return undefined;
      const certificate = present(erasure);
      const left = await readItems(certificate.items);
      return {
        certificate,
        checks: {
          hash: isCertified(keyed, erasure),
          inFile: await isInFile(erasure),
          inAudit: await isInAudit(certificate),
          erased: left.every(({ kept }) => kept === 'erased'),
        },
      };
    },
  };
}
