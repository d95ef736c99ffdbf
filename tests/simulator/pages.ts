/** A browser on a machine, and its open pages: the parts of a browser that the site's code uses. */
import { mail as brandMail } from '#brand/mail.ts';
import { FakeLocks } from '#client/lib/testing/fake-locks.ts';
import { FakeStorage } from '#client/lib/testing/fake-storage.ts';
import type { RuntimeSettings } from '#contract/runtime.ts';
import type { Network } from './network.ts';
import type { Program, World } from './world.ts';

/** A browser on one machine: its tabs share a storage, locks and a connection. */
export interface Browser {
  readonly name: string;
  readonly network: Network;
  readonly world: World;
  readonly shared: FakeStorage;
  readonly locks: FakeLocks;
}

/** One document of a tab. Once it has ended, none of its code runs any more. */
export interface Page {
  readonly program: Program;
  readonly session: FakeStorage;
  readonly events: EventTarget;
  readonly locks: Pick<LockManager, 'request'>;
}

export const openBrowser = (world: World, network: Network, name: string): Browser => ({
  name,
  network,
  world,
  shared: new FakeStorage(),
  locks: new FakeLocks(),
});

export function openPage(
  { world, network, name, shared, locks: browserLocks }: Browser,
  session = new FakeStorage(),
): Page {
  const program = world.program(name);
  program.surroundings = {
    fetch: network.fetchFor(program, name),
    localStorage: shared,
    sessionStorage: session,
    document: { getElementById: () => ({ textContent: JSON.stringify(settings) }) },
  };
  const { locks, close } = browserLocks.openDocument();
  program.onDeath.add(close);
  return { program, session, events: new EventTarget(), locks };
}

/** Leaves a page. It gets `pagehide`, except with `unheard`, and ends. */
export function leave({ program, events }: Page, { unheard = false } = {}): void {
  const { world } = program;
  if (program.state === 'running' && !unheard) world.as(program, () => events.dispatchEvent(new Event('pagehide')));
  world.kill(program);
}

/** The settings that the server writes into its pages. */
const settings: RuntimeSettings = {
  mail: { ...brandMail, origin: '', blockHeadless: false, confirms: true, throttleMs: 0 },
  sms: { baseUrl: '', token: '' },
};

/** A person's pause, in milliseconds of the world. It belongs to the program that runs. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
