/**
 * At most two passwords are hashed at once, because each hash takes 19 MiB and a processor. One of the two places is kept for
 * known devices, so that whoever floods the sign-in with guesses delays no one who has signed in from their device before.
 */

/** Who wants a hash: a device that is known to the account (or a link that was mailed), or anybody. */
export type DeviceGroup = 'known' | 'anyone';

const hashSlots = 2;
const slotsForAnyone = hashSlots - 1;

/** Guesses that wait at most. The one that has waited longest makes room for a new one, and its sender is told to come again. */
export const mostWaiting = 40;

const comeAgainMs = 2000;

/** The hash was not made: too many others want one. */
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
 * Takes the next of those who wait, one account after another: many guesses at one account delay the others by one each.
 * @param last the account that was served last
 */
function nextOf(waiting: Waiting[], last: string): Waiting | undefined {
  const at = waiting.findIndex(({ account }) => account !== last);
  return waiting.splice(Math.max(0, at), 1)[0];
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
     * Does a piece of hashing when there is a place for it.
     *
     * @param account what stands for the account that the password is tried for
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
