/** The settings that the server wrote into the page (`contract/runtime.ts`), read and checked once. */
import * as z from 'zod/mini';
import { type RuntimeSettings, runtimeBlockId } from '#contract/runtime.ts';

const text = z.string().check(z.minLength(1));

const runtimeSettings = z.object({
  mail: z.object({
    origin: z.string(),
    publicKey: text,
    serviceId: text,
    templateIds: z.object({ inquiry: text, intake: text }),
    blockHeadless: z.boolean(),
    confirms: z.boolean(),
    throttleMs: z.number().check(z.minimum(0)),
  }),
  sms: z.object({ baseUrl: z.string(), token: z.string() }),
});

/**
 * Reads the settings from the text of the page's JSON block.
 *
 * @throws when the block is absent or is not what the server writes; the message names what is wrong
 */
export function parseRuntime(block: string | null | undefined): RuntimeSettings {
  const result = z.safeParse(runtimeSettings, JSON.parse(block ?? 'null'));
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.') || 'block'}: ${message}`);
  throw new Error(`The page's settings are not usable: ${faults.join('; ')}`);
}

let settings: RuntimeSettings | undefined;

/**
 * The settings of this page. They do not change while it is open.
 *
 * @throws as `parseRuntime` does
 */
export function readRuntime(): RuntimeSettings {
  settings ??= parseRuntime(document.getElementById(runtimeBlockId)?.textContent);
  return settings;
}
