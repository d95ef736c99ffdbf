/**
 * Looks each hour whether the database still knows every erasure in the erasures file, and erases again what it does not know. A
 * database may lose its newest transactions while the server runs: when a standby takes over that lagged behind, or when somebody
 * puts a backup back under it.
 */
import { createRepeater } from '#server/repeat.ts';
import type { Reconciler } from './reconcile.ts';

interface ErasureKeeperOptions {
  readonly erasure: Pick<Reconciler, 'isBehind' | 'eraseAgain'>;
  /** Is told how many erasures the database had lost. */
  readonly onAgain: (count: number) => void;
  /** Is told that the file or the database could not be read. The next look is an hour later. */
  readonly onError: (error: unknown) => void;
}

const everyMs = 60 * 60_000;

export function createErasureKeeper({ erasure, onAgain, onError }: ErasureKeeperOptions) {
  async function look(): Promise<void> {
    if (!(await erasure.isBehind())) return;
    const count = await erasure.eraseAgain();
    if (count > 0) onAgain(count);
  }

  const { start, stop } = createRepeater({ everyMs, work: look, onError });

  return { look, start, stop };
}
