/**
 * At most two passwords are hashed at once, because each hash takes 19 MiB and a processor. One of the two places is kept for known
 * devices, so that a flood of guesses does not delay people who have signed in from their device before.
 */

/** Who asks for a hash: a known device of the account, a link or a session; or anyone else. */
export type DeviceGroup = 'known' | 'anyone';

const hashSlots = 2;
const slotsForAnyone = hashSlots - 1;

/** The most hashes of one group that wait. When one more comes, the one that has waited longest is refused, and its sender has to try again. */
export const mostWaiting = 40;

const comeAgainMs = 2000;

/** The hash was not made, because too many others wait. */
export class HashesBusyError extends Error {
  override name = 'HashesBusyError';
  readonly retryAfterMs = comeAgainMs;
}

interface Waiting {
  readonly account: string;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * Takes the next waiting hash, of another account than the last one if possible. So many guesses at one account delay another account by
 * one hash only.
 * @param last the account that was served last
 */
function nextOf(waiting: Waiting[], last: string): Waiting | undefined {
  const at = waiting.findIndex(({ account }) => account !== last);
  return waiting.splice(Math.max(0, at), 1)[0];
}

/** The result of `work`, which hashes; or how long to wait, when too many others wait already. */
export async function hashedOrWait<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HashesBusyError) return { kind: 'wait', retryAfterMs: error.retryAfterMs } as const;
    throw error;
  }
}

export type HashSlots = ReturnType<typeof createHashSlots>;

export function createHashSlots() {
  const waiting: Record<DeviceGroup, Waiting[]> = { known: [], anyone: [] };
  const running: Record<DeviceGroup, number> = { known: 0, anyone: 0 };
  let last = '';

  const isFree = (group: DeviceGroup) =>
    running.known + running.anyone < hashSlots && (group === 'known' || running.anyone < slotsForAnyone);

  function beginNext(): void {
    for (const group of ['known', 'anyone'] as const) {
      while (waiting[group].length > 0 && isFree(group)) {
        const next = nextOf(waiting[group], last);
        last = next?.account ?? '';
        running[group] += 1;
        next?.begin();
      }
    }
  }

  /** Resolves when the group has a place. */
  function place(group: DeviceGroup, account: string): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting[group].push({ account, begin: resolve, refuse: () => reject(new HashesBusyError()) });
      if (waiting[group].length > mostWaiting) waiting[group].shift()?.refuse();
      beginNext();
    });
  }

  return {
    /**
     * Runs `work`, which hashes a password, as soon as the group has a place.
     *
     * @param account a key for the account that the password is for
     * @throws HashesBusyError
     */
    async run<T>(group: DeviceGroup, account: string, work: () => Promise<T>): Promise<T> {
      await place(group, account);
      try {
        return await work();
      } finally {
        running[group] -= 1;
        beginNext();
      }
    },
  };
}
