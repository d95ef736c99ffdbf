/** The faults of a night: drawn from its seed, each at its time. In the morning all of them are put right. */
import { accidents } from './accidents.ts';
import { fairWeather, type Network } from './network.ts';
import { kindFates, type Providers } from './providers.ts';
import type { World } from './world.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Everything that the faults of a night can act on. */
interface Stage {
  readonly world: World;
  readonly network: Network;
  readonly providers: Providers;
  /** The servers, by number. Each may be down for a while. */
  readonly servers: readonly Server[];
  readonly people: readonly Person[];
}

export interface Server {
  crash(): void;
  /** Starts the server again, if it is down. */
  start(): void;
  freeze(): void;
  resume(): void;
  setClock(aheadMs: number): void;
  setDiskFull(full: boolean): void;
  /**
   * Calls `happen` at the server's next statement that contains `table`, or at the named moment of its storage (`accidents.ts`).
   * Undefined cancels that.
   */
  setAccident(table: string | undefined, happen: () => void): void;
}

export interface Person {
  readonly machine: string;
  reload(how: 'reload' | 'crash'): void;
  online(): void;
  setStorageFull(full: boolean): void;
}

const kinds = {
  crash: 3,
  freeze: 3,
  accident: 3,
  'clock jump': 2,
  'full disk': 1,
  weather: 3,
  providers: 3,
  reload: 3,
  offline: 2,
  'full storage': 1,
} as const;

/** Draws the faults of a night and schedules them. Returns a function that puts everything right. */
export function planFaults(stage: Stage, nightMs: number): () => void {
  const { world, network, providers, servers, people } = stage;
  const { random } = world;
  const fate = world.program('fate');
  const at = (ms: number, run: () => void) => void world.schedule(fate, ms, run);
  const server = () => random.between(0, servers.length - 1);
  const say = (words: string) => world.note(fate, words);

  /** Calls `begin` at a time, and `end` after a while. */
  function during(ms: number, forMs: number, begin: () => void, end: () => void): void {
    at(ms, begin);
    at(ms + forMs, end);
  }

  const plan: Readonly<Record<keyof typeof kinds, (ms: number) => void>> = {
    crash(ms) {
      const number = server();
      const downMs = random.between(200, 60 * secondMs);
      during(
        ms,
        downMs,
        () => {
          say(`replica ${number} crashes`);
          servers[number]?.crash();
        },
        () => servers[number]?.start(),
      );
    },
    freeze(ms) {
      const number = server();
      const forMs = random.pick([5, 20, 70, 90, 120]) * secondMs + random.between(0, 5000);
      during(
        ms,
        forMs,
        () => {
          say(`replica ${number} freezes for ${Math.round(forMs / 1000)} s`);
          servers[number]?.freeze();
        },
        () => {
          say(`replica ${number} goes on`);
          servers[number]?.resume();
        },
      );
    },
    accident(ms) {
      // It can hit the middle of a transaction, the time between the claim of a message and its try, or a commit that others may
      // join.
      const where = random.pick(accidents);
      const crashes = random.chance(0.3);
      const forMs = random.pick([20, 70, 90]) * secondMs;
      const happen = (number: number, server: Server) => {
        for (const each of servers) each.setAccident(undefined, () => {});
        say(`replica ${number} ${crashes ? 'crashes' : 'freezes'} at ${where}`);
        if (crashes) server.crash();
        else server.freeze();
        at(forMs, () => {
          server.resume();
          server.start();
        });
      };
      // It hits the first replica that gets there. It is set early, before the forms are sent, because it waits for that moment.
      at(ms / 4, () => {
        for (const [number, each] of servers.entries()) each.setAccident(where, () => happen(number, each));
      });
    },
    'clock jump'(ms) {
      const number = server();
      // Often the providers fail at the same time: messages that cannot be sent while the clock is wrong get wrong times.
      if (random.chance(0.6)) plan.providers(ms);
      const aheadMs = random.pick([-3, -1, 1, 3, 3, 12, 48]) * hourMs;
      during(
        ms,
        random.between(20, 150) * secondMs,
        () => {
          say(`the clock of replica ${number} jumps by ${aheadMs / hourMs} h`);
          servers[number]?.setClock(aheadMs);
        },
        () => {
          say(`the clock of replica ${number} is set right`);
          servers[number]?.setClock(0);
        },
      );
    },
    'full disk'(ms) {
      during(
        ms,
        random.between(5, 60) * secondMs,
        () => {
          say('the disk is full');
          for (const each of servers) each.setDiskFull(true);
        },
        () => {
          say('the disk has room again');
          for (const each of servers) each.setDiskFull(false);
        },
      );
    },
    weather(ms) {
      const bad = {
        lost: random.next() * 0.3,
        answerLost: random.next() * 0.3,
        twice: random.next() * 0.2,
        slow: random.next() * 0.3,
      };
      during(
        ms,
        random.between(20, 120) * secondMs,
        () => {
          say('the network is bad');
          network.weather = bad;
        },
        () => {
          say('the network is good');
          network.weather = fairWeather;
        },
      );
    },
    providers(ms) {
      const bad = {
        taken: 3,
        later: random.between(0, 4),
        never: random.chance(0.3) ? 1 : 0,
        unreachable: random.between(0, 3),
        cut: random.between(0, 3),
        hangs: random.between(0, 2),
      };
      during(
        ms,
        random.between(20, 120) * secondMs,
        () => {
          say('the providers are bad');
          providers.fates = bad;
        },
        () => {
          say('the providers are good');
          providers.fates = kindFates;
        },
      );
    },
    reload(ms) {
      const how = random.chance(0.6) ? 'reload' : 'crash';
      const person = random.pick(people);
      at(ms, () => person.reload(how));
    },
    offline(ms) {
      const person = random.pick(people);
      during(
        ms,
        random.between(5, 90) * secondMs,
        () => {
          say(`${person.machine} is offline`);
          network.offline.add(person.machine);
        },
        () => {
          network.offline.delete(person.machine);
          person.online();
        },
      );
    },
    'full storage'(ms) {
      const person = random.pick(people);
      during(
        ms,
        random.between(5, 60) * secondMs,
        () => {
          say(`the browser of ${person.machine} keeps nothing`);
          person.setStorageFull(true);
        },
        () => person.setStorageFull(false),
      );
    },
  };

  const count = random.between(1, 6);
  for (let fault = 0; fault < count; fault++) plan[random.weighted(kinds)](random.between(2 * secondMs, nightMs));

  return () => {
    say('everything works again');
    network.weather = fairWeather;
    providers.fates = kindFates;
    for (const each of servers) {
      each.setDiskFull(false);
      each.setAccident(undefined, () => {});
      each.setClock(0);
      each.resume();
      each.start();
    }
    for (const person of people) {
      person.setStorageFull(false);
      network.offline.delete(person.machine);
      person.online();
    }
    // Faults that were planned for later do not happen.
    world.kill(fate);
  };
}
