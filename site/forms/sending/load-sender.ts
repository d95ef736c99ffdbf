/** What sends is fetched when something is typed or waits. */
import type { Environment } from './environment.ts';

/** Everything outside that sending depends on, with what sends. */
export interface SenderEnvironment extends Environment {
  /** Fetches what sends, once. Rejects when its file cannot be fetched; the next call asks for it again. */
  readonly loadSender: () => Promise<typeof import('./sender.ts')>;
}

export const loadSender: SenderEnvironment['loadSender'] = () => import('./sender.ts');
