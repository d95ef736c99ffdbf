/** The portal of this document. */
import { mintId } from '#contract/reference.ts';
import { readRuntime } from '../runtime.ts';
import { createApi } from './api.ts';
import { type PortalEnv, sessionStorageIfAllowed, sleep } from './env.ts';
import { createLock, type PortalLock } from './lock.ts';
import { type Asking, createAsking } from './request/ask-agent.ts';
import { createRunning, type RunningRequest } from './request/running.ts';

/** The other function that requests go to, if the configuration names one. Such requests cannot be followed. */
export function foreignFunction(): { baseUrl: string; token: string } | undefined {
  const { sms } = readRuntime();
  return sms.baseUrl === '' ? undefined : sms;
}

interface Portal {
  readonly lock: PortalLock;
  readonly running: RunningRequest;
  /** The page's settings say where requests go, and they are not there when the page is prerendered. */
  readonly asking: () => Asking;
}

export function createPortal(env: PortalEnv): Portal {
  const api = createApi(env.fetch);
  const running: RunningRequest = createRunning({ env, api, onLocked: () => lock.lock('session ended') });
  const lock: PortalLock = createLock({
    env,
    api,
    kept: running.kept,
    onOpen: running.unlock,
    onLocked: running.lookOn,
  });
  let made: Asking | undefined;
  const asking = () => {
    made ??= createAsking({ env, api, foreign: foreignFunction() });
    return made;
  };
  return { lock, running, asking };
}

const browserEnv: PortalEnv = {
  fetch: (...call) => fetch(...call),
  storage: sessionStorageIfAllowed,
  now: Date.now,
  mintId: () => mintId(),
  sleep,
};

export const { lock, running, asking } = createPortal(browserEnv);
