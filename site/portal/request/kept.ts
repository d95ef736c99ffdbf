/** The view token of the running request, kept for this tab: after a lock or a reload it is for that one request (R20). */
import * as z from 'zod/mini';
import type { PortalEnv } from '../env.ts';

const key = 'boxline.request';

const kept = z.object({ id: z.string(), viewToken: z.string() });
export type Kept = z.infer<typeof kept>;

export interface Keeping {
  get(): Kept | undefined;
  set(next: Kept): void;
  clear(): void;
}

function read(storage: ReturnType<PortalEnv['storage']>): Kept | undefined {
  try {
    const result = z.safeParse(kept, JSON.parse(storage?.getItem(key) ?? 'null'));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps in memory as well, for a browser that refuses storage: there the card outlives a lock, not a reload. */
export function createKeeping({ storage }: Pick<PortalEnv, 'storage'>): Keeping {
  let inMemory: Kept | undefined;
  return {
    get: () => inMemory ?? read(storage()),
    set(next) {
      inMemory = next;
      try {
        storage()?.setItem(key, JSON.stringify(next));
      } catch {
        // Storage is full or refused: the memory has it.
      }
    },
    clear() {
      inMemory = undefined;
      try {
        storage()?.removeItem(key);
      } catch {
        // Nothing was kept there either.
      }
    },
  };
}
