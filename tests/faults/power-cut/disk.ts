/**
 * A disk that forgets: what was written and not synced may be gone after a cut, in whole or in part, in any order. A file's
 * sync says nothing about its name; that takes a sync of its folder (fsync(2)).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Entry } from './record.ts';

interface Node {
  readonly folder: boolean;
  /** The contents that a cut cannot take away. */
  readonly durable: Content;
  /** Writes and truncations since the last sync. */
  pending: Entry[];
}

interface NameChange {
  readonly path: string;
  /** The file that the name refers to from now on; nothing after an unlink. */
  readonly node: Node | undefined;
}

/**
 * What happens to what was not synced:
 * - `dropped`: all of it is gone; `kept`: all of it is there;
 * - `begun`: the disk had got some way through it, in order;
 * - `scattered`: any of the writes are there, and of each some of its sectors.
 */
export const cuts = ['dropped', 'kept', 'begun', 'scattered'] as const;
export type Cut = (typeof cuts)[number];

const sectorBytes = 512;

/** The bytes of a file, with room to grow into, so that appending to it does not copy it. */
interface Content {
  bytes: Buffer;
  size: number;
}

const emptyContent = (): Content => ({ bytes: Buffer.alloc(0), size: 0 });

function resize(content: Content, size: number): void {
  if (size > content.bytes.length) {
    const grown = Buffer.alloc(2 * size);
    content.bytes.copy(grown, 0, 0, content.size);
    content.bytes = grown;
  }
  // A gap that a growing file leaves reads as zeros, also where the file was longer before.
  if (size > content.size) content.bytes.fill(0, content.size, size);
  content.size = size;
}

function apply(content: Content, { type, offset, data }: Entry): void {
  if (type === 'truncate') resize(content, offset);
  if (type !== 'write') return;
  if (offset + data.length > content.size) resize(content, offset + data.length);
  data.copy(content.bytes, offset);
}

/** The sectors of a write that reached the disk. */
function* tear(entry: Entry, random: () => number): Generator<Entry> {
  for (let at = 0; at < entry.data.length; ) {
    const next = Math.min(entry.data.length, at + sectorBytes - ((entry.offset + at) % sectorBytes));
    if (random() < 0.5) yield { ...entry, offset: entry.offset + at, data: entry.data.subarray(at, next) };
    at = next;
  }
}

function survivors<T>(pending: readonly T[], cut: Cut, random: () => number): readonly T[] {
  if (cut === 'dropped') return [];
  if (cut === 'begun') return pending.slice(0, Math.floor(random() * (pending.length + 1)));
  return cut === 'kept' ? pending : pending.filter(() => random() < 0.5);
}

/** @param root the recorded folder, which existed before the record */
export function createDisk(root: string) {
  const names = new Map<string, Node>([[root, { folder: true, durable: emptyContent(), pending: [] }]]);
  const durableNames = new Map(names);
  const pendingNames = new Map<string, NameChange[]>();

  function rename(path: string, node: Node | undefined): void {
    if (node) names.set(path, node);
    else names.delete(path);
    const folder = dirname(path);
    pendingNames.set(folder, [...(pendingNames.get(folder) ?? []), { path, node }]);
  }

  function sync(path: string): void {
    const node = names.get(path);
    if (!node) return;
    for (const change of node.pending) apply(node.durable, change);
    node.pending = [];
    for (const change of pendingNames.get(path) ?? []) {
      if (change.node) durableNames.set(change.path, change.node);
      else durableNames.delete(change.path);
    }
    pendingNames.delete(path);
  }

  return {
    /** Applies one recorded entry. */
    play(entry: Entry): void {
      const { type, path, data } = entry;
      const node = names.get(path);
      if (type === 'sync') sync(path);
      else if (type === 'create' || type === 'mkdir') {
        rename(path, { folder: type === 'mkdir', durable: emptyContent(), pending: [] });
      } else if (type === 'unlink') rename(path, undefined);
      else if (type === 'link' || type === 'rename') {
        rename(data.toString(), node);
        if (type === 'rename') rename(path, undefined);
      } else node?.pending.push(entry);
    },

    /** Writes what a power cut at this moment leaves of the recorded folder into another folder. */
    writeTo(target: string, cut: Cut, random: () => number): void {
      const left = new Map(durableNames);
      for (const change of survivors([...pendingNames.values()].flat(), cut, random)) {
        if (change.node) left.set(change.path, change.node);
        else left.delete(change.path);
      }
      const reachable = (path: string): boolean => path === root || (left.has(path) && reachable(dirname(path)));
      for (const [path, { folder, durable, pending }] of left) {
        if (!reachable(path)) continue;
        const place = join(target, relative(root, path));
        if (folder) {
          mkdirSync(place, { recursive: true });
          continue;
        }
        const content = { bytes: Buffer.from(durable.bytes), size: durable.size };
        for (const entry of survivors(pending, cut, random)) {
          const parts = cut === 'scattered' && entry.type === 'write' ? tear(entry, random) : [entry];
          for (const part of parts) apply(content, part);
        }
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, content.bytes.subarray(0, content.size));
      }
    },
  };
}
