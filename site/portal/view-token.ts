import { fitting, object, type TypeOf, text } from '#client/lib/shape.ts';
import { readJson, type TextStorage } from '#client/lib/storage.ts';

const key = 'boxline.request';

/** The token that shows one request without a session. It is kept for this tab, also after a lock or a reload (R20). */
export type ViewToken = TypeOf<typeof viewToken>;
const viewToken = object({ id: text, viewToken: text });

/** Where the browser refuses its storage, the token survives a lock but not a reload. */
export function createViewTokenStore(storage: TextStorage) {
  return {
    get: (): ViewToken | undefined => fitting(viewToken, readJson(storage.read(key))),
    set: (next: ViewToken): void => void storage.write(key, JSON.stringify(next)),
    clear: (): void => storage.remove(key),
  };
}
