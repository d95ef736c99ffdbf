/** Loads the code that sends. It is fetched when something is typed or waits to be sent. */
import type { Environment } from './environment.ts';

/** The environment of sending, with the loader of the code that sends. */
export interface SenderEnvironment extends Environment {
  /** Fetches the code that sends, once. Rejects when its file cannot be fetched; the next call tries again. */
  readonly loadSender: () => Promise<typeof import('./sender.ts')>;
}

export const loadSender: SenderEnvironment['loadSender'] = () => import('./sender.ts');
