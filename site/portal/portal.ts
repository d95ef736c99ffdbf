/** The portal of this document, in its browser. */
import { browserClocks, sleep } from '#client/lib/clock.ts';
import { tabStorage } from '#client/lib/storage.ts';
import { mintId } from '#contract/reference.ts';
import { readRuntime } from '../runtime.ts';
import type { ForeignFunction } from './env.ts';
import { portalNoticeEvent } from './portal-events.ts';
import { createPortal } from './portal-store.ts';

/** The other function that receives requests, if the configuration names one. */
export function foreignFunction(): ForeignFunction | undefined {
  const { sms } = readRuntime();
  return sms.baseUrl === '' ? undefined : sms;
}

export const portal = createPortal({
  fetch: (...call) => fetch(...call),
  storage: tabStorage,
  clocks: browserClocks,
  locks: navigator.locks,
  mintId: () => mintId(),
  // biome-ignore lint/suspicious/noConsole: developers need the server's response
  log: (message) => console.warn(message),
  sleep,
  loadEndpoints: () => import('#contract/portal-endpoints.ts'),
  onNotice: () => void dispatchEvent(new Event(portalNoticeEvent)),
  foreignFunction,
});
