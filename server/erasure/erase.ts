/** Erases the chosen items: all of them, in the database and in the erasures file, or none. */
import {
  type ErasableKind,
  type ErasedItem,
  type ErasureReason,
  erasableKinds,
  type ItemKind,
  type KeptBecause,
  personRequestSizes,
} from '#contract/desk/person-request.ts';
import { mintId } from '#contract/reference.ts';
import type { AuditLog } from '#server/audit/service.ts';
import type { DeskCaller } from '#server/caller.ts';
import { dialectOf, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';
import type { PersonItem, Sought } from '#server/person-search.ts';
import { endingKey } from '#server/record-kind.ts';
import { requireCallerSession } from '#server/sign-in/service.ts';
import { hashOfCertificate } from './certificate.ts';
import { type ErasureLine, type FileRead, nextLine } from './erasures-file.ts';
import type { FileInTurn } from './file-in-turn.ts';
import { findAll, type PersonSources } from './find.ts';
import { type ErasureHead, insertErasure, lockErasures, moveErasures } from './store.ts';

/** How items of one kind are erased. A kind is a `RecordKind`, or a part of a record that the sweep erases with its record. */
interface Erasable {
  /** Locks the items of this list that may be erased now. @returns their ids */
  readonly take: (trx: Trx, ids: readonly string[]) => Promise<string[]>;
  /** Deletes or blanks the items with everything that belongs to them. */
  readonly erase: (trx: Trx, ids: readonly string[], at: Iso) => Promise<unknown>;
  /** Notes these ids as erased, also ids that a restored database does not have. */
  readonly remember?: (trx: Trx, ids: readonly string[], at: Iso) => Promise<void>;
}

export type Erasables = Readonly<Record<ErasableKind, Erasable>>;

/** An item by its kind and id. */
export interface ItemId {
  readonly kind: ErasableKind;
  readonly id: string;
}

export interface NewErasure {
  readonly items: readonly ItemId[];
  readonly reason: ErasureReason;
  /** The session of the person who asks; null for a command. */
  readonly by: DeskCaller | null;
  /**
   * The search that the items were chosen from, and everything that it showed. Nothing is erased when by now more is kept about the
   * person than was shown. Absent when the items were named without a search.
   */
  readonly search?: { readonly sought: Sought; readonly shown: readonly ShownItem[] } | undefined;
}

/** An item that a search showed, whether or not it can be erased. */
interface ShownItem {
  readonly kind: ItemKind;
  readonly id: string;
}

/** An item that has to stay, so that nothing was erased. */
interface KeptItem extends ShownItem {
  readonly because: KeptBecause;
}

export type ErasureOutcome =
  | { readonly kind: 'erased'; readonly id: string }
  | { readonly kind: 'kept'; readonly items: readonly KeptItem[] }
  /** Nothing was named, or more than one erasure takes. */
  | { readonly kind: 'refused'; readonly why: 'nothing' | 'tooManyThings' };

export interface EraseOptions extends Pick<Environment, 'storage' | 'now' | 'keyed'> {
  readonly audit: AuditLog;
  readonly erasables: Erasables;
  readonly sources: PersonSources;
  readonly inTurn: Pick<FileInTurn, 'isThere' | 'append' | 'together'>;
}

/** Erases what only the file names, or gives it up. Resolves to the file as it is after that. */
type CatchUp = (trx: Trx, head: ErasureHead) => Promise<{ readonly read: FileRead; readonly wasBehind: boolean }>;

const idsOf = (items: readonly ItemId[], kind: ErasableKind): string[] =>
  items.flatMap((item) => (item.kind === kind ? [item.id] : [])).sort();

export function createErase({ storage, audit, keyed, now, erasables, sources, inTurn }: EraseOptions) {
  async function readAll(trx: Trx, items: readonly ItemId[]): Promise<Map<string, PersonItem>> {
    const found = new Map<string, PersonItem>();
    for (const kind of erasableKinds) {
      const ids = idsOf(items, kind);
      if (ids.length === 0) continue;
      for (const item of await sources[kind].read(trx, ids)) found.set(`${kind} ${item.id}`, item);
    }
    return found;
  }

  /** Locks all items. An item that is not in the result may not be erased. */
  async function takeAll(trx: Trx, items: readonly ItemId[]): Promise<ReadonlySet<string>> {
    await dialectOf(trx).lock(trx, [endingKey]);
    const taken = new Set<string>();
    for (const kind of erasableKinds) {
      const ids = idsOf(items, kind);
      if (ids.length === 0) continue;
      for (const id of await erasables[kind].take(trx, ids)) taken.add(`${kind} ${id}`);
    }
    return taken;
  }

  async function eraseAll(trx: Trx, items: readonly ItemId[], at: Iso): Promise<void> {
    await storage.markErased(trx);
    for (const kind of erasableKinds) {
      const ids = idsOf(items, kind);
      if (ids.length > 0) await erasables[kind].erase(trx, ids, at);
    }
  }

  /** Stores the certificate of a line that is in the file, and moves the head to the line. The audit log is written last. */
  async function certify(trx: Trx, line: ErasureLine, found: ReadonlyMap<string, PersonItem>, againAt: Iso | null) {
    const items = line.items.map(([kind, id]): ErasedItem => {
      const item = found.get(`${kind} ${id}`);
      return {
        kind,
        id,
        reference: item?.reference ?? '',
        class: item?.class ?? 'communication',
        at: item?.at ?? null,
      };
    });
    const { seq, id, at, by, reason, seal } = line;
    const certified = { seq, id, at, by_id: by, reason, seal, items };
    const hash = hashOfCertificate(keyed, certified);
    await insertErasure(trx, { ...certified, items: JSON.stringify(items), hash, again_at: againAt });
    await moveErasures(trx, line);
    const abouts = [...found.values()].map(({ about }) => about);
    await audit.write(trx, {
      by: againAt === null ? by : null,
      action: againAt === null ? 'records-erased' : 'records-erased-again',
      about: [{ kind: 'erasure', id }, ...abouts],
      detail: { reason, items: items.length, hash },
    });
  }

  /** The items that have to stay. Call it once everything is locked, so that a hold that was set before is seen. */
  const keptOf = (items: readonly ItemId[], found: ReadonlyMap<string, PersonItem>, taken: ReadonlySet<string>) =>
    items.flatMap((item): KeptItem[] => {
      const key = `${item.kind} ${item.id}`;
      const because = found.get(key)?.kept ?? (found.has(key) ? undefined : 'gone');
      if (because === undefined && taken.has(key)) return [];
      return [{ ...item, because: because ?? 'held' }];
    });

  /**
   * Erases again what a line of the file names and this database does not know, because the database was restored, or its server
   * died between the line and the commit. When the erasure was finished, a hold or anything else that keeps an item now is ignored,
   * because it did not keep the item then. When it is not known to be finished, nobody was told that it is, so what keeps an item now
   * stops it.
   *
   * @returns false when nothing was erased, and the erasure has to be given up
   */
  async function eraseLine(trx: Trx, line: ErasureLine, isFinished: boolean): Promise<boolean> {
    const items = line.items.map(([kind, id]) => ({ kind, id }));
    const taken = await takeAll(trx, items);
    const found = await readAll(trx, items);
    const isKept = keptOf(items, found, taken).some(({ because }) => because !== 'erased' && because !== 'gone');
    if (isKept && !isFinished) {
      const abouts = [...found.values()].map(({ about }) => about);
      const detail = { reason: line.reason, items: items.length };
      await audit.write(trx, { by: null, action: 'erasure-given-up', about: abouts, detail });
      return false;
    }
    const left = items.filter(({ kind, id }) => {
      const item = found.get(`${kind} ${id}`);
      return item !== undefined && item.kept !== 'erased';
    });
    // Not the time of the line: a program that has already read later changes would never be told of this one.
    const at = now().toISOString();
    await eraseAll(trx, left, at);
    for (const kind of erasableKinds) await erasables[kind].remember?.(trx, idsOf(items, kind), line.at);
    await certify(trx, line, found, at);
    return true;
  }

  /** What the search finds by now and did not show. Call it once all is locked: everything that was made from the items is then committed. */
  async function unseen(trx: Trx, { sought, shown }: NonNullable<NewErasure['search']>): Promise<KeptItem[]> {
    const known = new Set(shown.map(({ kind, id }) => `${kind} ${id}`));
    const { items } = await findAll(trx, sources, sought);
    return items
      .filter(({ kind, id, kept }) => kept !== 'erased' && !known.has(`${kind} ${id}`))
      .map(({ kind, id }) => ({ kind, id, because: 'unseen' }));
  }

  return {
    eraseLine,

    /**
     * Erases all chosen items or none. When it resolves with `erased`, the erasure is on disk in the database and in the file.
     *
     * @param catchUp reads the file while the head is locked, and makes the database catch up with it
     * @throws ErasuresFileError when the file cannot be written; nothing was erased then
     * @throws SessionOverError when the session of the person who asks has ended since the request was authenticated
     */
    async erase({ items: chosen, reason, by, search }: NewErasure, catchUp: CatchUp): Promise<ErasureOutcome> {
      const id = mintId();
      const items = [...new Map(chosen.map((item) => [`${item.kind} ${item.id}`, item])).values()];
      if (items.length === 0) return { kind: 'refused', why: 'nothing' };
      if (items.length > personRequestSizes.items) return { kind: 'refused', why: 'tooManyThings' };
      const eraseAfterCatchingUp = async (trx: Trx): Promise<ErasureOutcome | undefined> => {
        const { read, wasBehind } = await catchUp(trx, await lockErasures(trx));
        // The line is there already when the database aborted this transaction after the line was written. Catching up has then
        // erased what it names.
        if (read.lines.some((line) => line.id === id)) return { kind: 'erased', id };
        // What was caught up with is committed before the next line is written: the file is ahead by one line at most.
        if (wasBehind) return undefined;
        if (by) await requireCallerSession(trx, by);
        const taken = await takeAll(trx, items);
        const found = await readAll(trx, items);
        const kept = keptOf(items, found, taken);
        if (search) kept.push(...(await unseen(trx, search)));
        if (kept.length > 0) return { kind: 'kept', items: kept };
        const at = now().toISOString();
        await eraseAll(trx, items, at);
        const named = items.map((item): [ErasableKind, string] => [item.kind, item.id]);
        const line = nextLine(keyed, read, { id, at, by: by?.personId ?? null, reason, items: named });
        await inTurn.append(read, [line]);
        await certify(trx, line, found, null);
        return { kind: 'erased', id };
      };
      // While the share of the file hangs, nothing is locked.
      await inTurn.isThere();
      for (;;) {
        const outcome = await storage.transaction((trx) => inTurn.together(() => eraseAfterCatchingUp(trx)));
        if (outcome) return outcome;
      }
    },
  };
}

export type Erase = ReturnType<typeof createErase>;
