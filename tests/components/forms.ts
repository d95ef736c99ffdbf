/** What a page with a form needs when a test mounts it alone. */
import { mail } from '#brand/mail.ts';
import { type RuntimeSettings, runtimeBlockId } from '#contract/runtime.ts';

const settings: RuntimeSettings = {
  mail: { origin: '', ...mail, blockHeadless: false, confirms: true, throttleMs: 0 },
  sms: { baseUrl: '', token: '' },
};

/** Empties the browser's storage, and writes the settings into the document as the server does. */
export function beginAnew(): void {
  localStorage.clear();
  sessionStorage.clear();
  document.getElementById(runtimeBlockId)?.remove();
  const block = Object.assign(document.createElement('script'), { type: 'application/json', id: runtimeBlockId });
  block.textContent = JSON.stringify(settings);
  document.head.append(block);
}
