import * as z from 'zod/mini';
import { readJson, type TextStorage } from '#client/lib/storage.ts';

const key = 'boxline.request';

/** The token that shows one request without a session. It is kept for this tab, also after a lock or a reload (R20). */
const viewToken = z.object({ id: z.string(), viewToken: z.string() });
export type ViewToken = z.infer<typeof viewToken>;

/** Where the browser refuses its storage, the token survives a lock but not a reload. */
export function createViewTokenStore(storage: TextStorage) {
  return {
    get(): ViewToken | undefined {
      const result = z.safeParse(viewToken, readJson(storage.read(key)));
      return result.success ? result.data : undefined;
    },
    set: (next: ViewToken): void => void storage.write(key, JSON.stringify(next)),
    clear: (): void => storage.remove(key),
  };
}
