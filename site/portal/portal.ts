/** The portal of this document. */
import { browserClocks, createServerClock, type ServerClock, sleep } from '#client/lib/clock.ts';
import { tabStorage } from '#client/lib/storage.ts';
import { mintId } from '#contract/reference.ts';
import { readRuntime } from '../runtime.ts';
import { createApi } from './api.ts';
import type { PortalEnv } from './env.ts';
import { createLock, type PortalLock } from './lock.ts';
import { portalNoticeEvent } from './portal-events.ts';
import { type Asking, createAsking } from './request/ask-agent.ts';
import { createPress, type Press } from './request/press.ts';
import { createRunning, type RunningRequest } from './request/running.ts';

/** How often the portal looks whether the computer slept or its clock was set. */
const lookAtClockEveryMs = 2000;

/** The other function that requests go to, if the configuration names one. Such requests cannot be followed. */
export function foreignFunction(): { baseUrl: string; token: string } | undefined {
  const { sms } = readRuntime();
  return sms.baseUrl === '' ? undefined : sms;
}

interface Portal {
  /** The server's time. */
  readonly clock: ServerClock;
  /** Asks the server how things stand whenever its time is in doubt, until the signal is aborted. */
  readonly keepTime: (signal: AbortSignal) => Promise<void>;
  readonly lock: PortalLock;
  readonly running: RunningRequest;
  /** The page's settings say where requests go, and they are not there when the page is prerendered. */
  readonly asking: () => Asking;
  readonly press: Press;
}

export function createPortal(env: PortalEnv): Portal {
  const clock = createServerClock(env.clocks);
  const api = createApi({ fetch: env.fetch, clocks: env.clocks, clock });
  const running: RunningRequest = createRunning({ env, api, clock, onLocked: () => lock.lock('session ended') });
  const lock: PortalLock = createLock({
    env,
    api,
    clock,
    kept: running.kept,
    onOpen: running.unlock,
    onLocked: running.lookOn,
  });
  let made: Asking | undefined;
  const asking = () => {
    made ??= createAsking({ env, api, foreign: foreignFunction() });
    return made;
  };
  const keepTime = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      if (clock.isDoubtful()) await Promise.all([lock.refresh(), running.look()]);
      await env.sleep(lookAtClockEveryMs, signal);
    }
  };
  const onLeft = () => void dispatchEvent(new Event(portalNoticeEvent));
  const press = createPress({ lock, running, asking, onLeft });
  return { clock, keepTime, lock, running, asking, press };
}

const browserEnv: PortalEnv = {
  fetch: (...call) => fetch(...call),
  storage: tabStorage,
  clocks: browserClocks,
  mintId: () => mintId(),
  // biome-ignore lint/suspicious/noConsole: what a server answered is for whoever looks into the console
  log: (message) => console.warn(message),
  sleep,
};

export const { clock, keepTime, lock, running, press } = createPortal(browserEnv);
