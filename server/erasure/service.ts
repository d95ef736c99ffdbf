/**
 * A person's request: what is kept about somebody is found, shown, and erased for good. Each feature says what it has
 * (`person.ts`); what was erased is certified in the database, in the audit log and in a file outside the database
 * (docs/decisions/0077).
 */
import { type ErasedItem, type ErasureReason, type ItemKind, itemKinds } from '#contract/desk/person-request.ts';
import { type AuditLog, isAuditPruned, listEntries } from '#server/audit/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { type PersonItem, readSought, type Sought } from '#server/person-search.ts';
import { createAgreement } from './agreement.ts';
import { isCertified, itemsOf } from './certificate.ts';
import { createErase, type Erasables, type EraseOptions, type ErasureOutcome, type NewErasure } from './erase.ts';
import { readErasures } from './erasures-file.ts';
import { type FoundItems, findAll, type PersonSources, prepareAll } from './find.ts';
import { createNewKey } from './new-key.ts';
import { type Erasure, findErasure, newestErasures } from './store.ts';

export { type DocumentFormat, documentOf } from './document.ts';
export type { Erasable, Erasables, ErasureOutcome, ItemId, KeptItem, NewErasure } from './erase.ts';
export { ErasuresFileError, makeErasures, readErasures } from './erasures-file.ts';
export { personExporter, readItems } from './export.ts';
export type { FoundItem, PersonSources } from './find.ts';

export interface ErasureOptions extends Pick<EraseOptions, 'append'> {
  readonly storage: Storage;
  readonly audit: AuditLog;
  readonly keyed: KeyedHash;
  readonly now: () => Date;
  readonly sources: PersonSources;
  readonly erasables: Erasables;
  /** The path of the erasures file. */
  readonly file: string;
  /** Runs after something was erased, so that no file of the database keeps it. */
  readonly afterErased?: () => Promise<unknown>;
}

export interface Found extends FoundItems {
  readonly sought: Sought;
}

/** What a certificate says, and whether what it says still holds. */
export interface Certificate {
  readonly seq: number;
  readonly id: string;
  readonly at: string;
  readonly byId: string | null;
  readonly reason: ErasureReason;
  readonly items: readonly ErasedItem[];
  readonly hash: string;
  readonly againAt: string | null;
}

/** What was looked at, each of which has to hold. */
export interface CertificateChecks {
  /** The keyed hash is that of the certificate: nobody has changed it. */
  readonly hash: boolean;
  /** Its line is in the erasures file. */
  readonly inFile: boolean;
  /** Its entry is in the audit log with the same hash; null when the log was pruned since. */
  readonly inAudit: boolean | null;
  /** Nothing of it is there again. */
  readonly erased: boolean;
}

const present = (erasure: Erasure): Certificate => ({
  seq: erasure.seq,
  id: erasure.id,
  at: erasure.at,
  byId: erasure.by_id,
  reason: erasure.reason,
  items: itemsOf(erasure),
  hash: erasure.hash,
  againAt: erasure.again_at,
});

export type ErasureService = ReturnType<typeof createErasure>;

export function createErasure(options: ErasureOptions) {
  const { storage, keyed, sources, file, afterErased = async () => {} } = options;
  const { reads } = storage;
  const erasing = createErase(options);
  const agreement = createAgreement({ ...options, eraseLine: erasing.eraseLine });

  async function readItems(items: readonly { readonly kind: ItemKind; readonly id: string }[]): Promise<PersonItem[]> {
    const found: PersonItem[] = [];
    for (const kind of itemKinds) {
      const ids = items.flatMap((item) => (item.kind === kind ? [item.id] : []));
      if (ids.length > 0) found.push(...(await sources[kind].read(reads, ids)));
    }
    return found;
  }

  async function isInAudit({ id, hash }: Certificate): Promise<boolean | null> {
    const entries = await listEntries(storage.db, { kind: 'erasure', id }, { cursor: undefined, limit: 10 });
    if (entries.some(({ detail }) => (JSON.parse(detail) as { hash?: string }).hash === hash)) return true;
    return (await isAuditPruned(storage.db)) ? null : false;
  }

  return {
    ...agreement,
    ...createNewKey(options),

    /** Everything about an address, a number or a name. Undefined when what was typed is too little. */
    async find(typed: string): Promise<Found | undefined> {
      const sought = readSought(typed);
      if (!sought) return undefined;
      await prepareAll(sources);
      return { sought, ...(await findAll(reads, sources, sought)) };
    },

    read: readItems,

    /**
     * Erases all that was chosen, or nothing of it.
     *
     * @throws ErasuresFileError when the file cannot be read or written; nothing was erased then
     */
    async erase(erasure: NewErasure): Promise<ErasureOutcome> {
      if (erasure.search) await prepareAll(sources);
      const outcome = await erasing.erase(erasure, agreement.catchUp);
      if (outcome.kind === 'erased') await afterErased();
      return outcome;
    },

    /** Certificates, the newest first; those before a number. */
    certificates: async (before: number | undefined, limit: number): Promise<Certificate[]> =>
      (await newestErasures(reads, before, limit)).map(present),

    /** A certificate with what was found when it was checked. Undefined when there is none. */
    async certificate(
      id: string,
    ): Promise<{ readonly certificate: Certificate; readonly checks: CertificateChecks } | undefined> {
      const erasure = await findErasure(storage.db, id);
      if (!erasure) return undefined;
      const certificate = present(erasure);
      const { lines } = await readErasures(file, keyed);
      const left = await readItems(certificate.items);
      return {
        certificate,
        checks: {
          hash: isCertified(keyed, erasure),
          inFile: lines.some((line) => line.id === id && line.seal === erasure.seal),
          inAudit: await isInAudit(certificate),
          erased: left.every(({ kept }) => kept === 'erased'),
        },
      };
    },
  };
}
