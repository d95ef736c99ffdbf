/** The settings that the server wrote into the page (`contract/runtime.ts`), read and checked once. */
import { filledText, flag, notNegative, object, type Shape, text } from '#client/lib/shape.ts';
import { type RuntimeSettings, runtimeBlockId } from '#contract/runtime.ts';

const runtimeSettings: Shape<RuntimeSettings> = object({
  mail: object({
    origin: text,
    publicKey: filledText,
    serviceId: filledText,
    templateIds: object({ inquiry: filledText, intake: filledText }),
    blockHeadless: flag,
    confirms: flag,
    throttleMs: notNegative,
  }),
  sms: object({ baseUrl: text, token: text }),
});

/**
 * Reads the settings from the text of the page's JSON block.
 *
 * @throws when the block is absent or is not what the server writes; the message shows the block
 */
export function parseRuntime(block: string | null | undefined): RuntimeSettings {
  const value: unknown = JSON.parse(block ?? 'null');
  if (!runtimeSettings(value)) throw new Error(`The page's settings are not usable: ${block}`);
  return value;
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
