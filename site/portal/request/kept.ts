/** The view token of the running request, kept for this tab: after a lock or a reload it is for that one request (R20). */
import * as z from 'zod/mini';
import { readJson } from '#client/lib/storage.ts';
import type { PortalEnv } from '../env.ts';

const key = 'boxline.request';

const kept = z.object({ id: z.string(), viewToken: z.string() });
export type Kept = z.infer<typeof kept>;

export interface Keeping {
  get(): Kept | undefined;
  set(next: Kept): void;
  clear(): void;
}

/** Where the browser refuses its storage, the card outlives a lock but not a reload. */
export function createKeeping({ storage }: Pick<PortalEnv, 'storage'>): Keeping {
  return {
    get() {
      const result = z.safeParse(kept, readJson(storage.read(key)));
      return result.success ? result.data : undefined;
    },
    set: (next) => void storage.write(key, JSON.stringify(next)),
    clear: () => storage.remove(key),
  };
}
