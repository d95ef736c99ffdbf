/** Plays one night from its seed: the people, the faults, and the morning, when everything must be right. */
import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from '#server/config.ts';
import './files.ts';
import { join } from 'node:path';
import { createContext } from '#server/context.ts';
import { writeSetting } from '#server/settings/service.ts';
import { loadPages, type SitePages } from '#server/site/pages.ts';
import { type Agent, createAgent } from './agent.ts';
import { randomOfDesk, startDeskPerson } from './desk-person.ts';
import { checkErasuresFile } from './erasures-file.ts';
import { type Person, planFaults, type Server } from './faults.ts';
import { createFormDealer } from './form-dealer.ts';
import { checkAll, checkArrival, checkFound, checkMessagesEnded, checkRequestsEnded } from './invariants.ts';
import { createNetwork } from './network.ts';
import { openBrowser } from './pages.ts';
import { createPortalDealer } from './portal-dealer.ts';
import { createProviders } from './providers.ts';
import { createRecord, must } from './record.ts';
import { createSharedApp, type Replica, startReplica } from './replica.ts';
import { createPlaces, type Disk, type Places } from './storage.ts';
import { nightBeginsMs, World } from './world.ts';

const onShift = {
  'Marlow Finch': '+12075550121, marlow@boxline.example',
  'Tamsin Okoro': '+12075550122',
  'Rowan Ames': 'rowan@boxline.example',
};

const environment = {
  PUBLIC_URL: 'http://boxline.example',
  SECRET_KEY: 'the-key-of-the-nights-is-no-secret',
  SMTP_URL: 'smtp://mail.boxline.example',
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'operator@boxline.example',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'the-provider-signs-with-this',
  TWILIO_FROM: '+12075550100',
  ALERT_PHONE: '+12075550199',
  ON_SHIFT: Object.entries(onShift)
    .map(([name, ways]) => `${name}, ${ways}`)
    .join('; '),
  LOG_LEVEL: 'error',
};

/** Everything that all nights share. It is made once, and keeps no state of a night. */
interface Theatre {
  readonly config: Config;
  readonly pages: SitePages;
  readonly app: FastifyInstance;
  readonly places: Places;
  /** The access code that the dealerships share. */
  readonly code: string;
  close(): void;
}

/** @param siteDir the site's pages; bare ones will do */
export async function openTheatre(siteDir: string): Promise<Theatre> {
  const config = readConfig({ ...environment, DATA_DIR: 'none' });
  const pages = loadPages(siteDir, config);
  // The template is made with a seed and a clock of its own, so it is the same for all seeds of nights.
  const world = new World(0);
  const program = world.program('template');
  let code = '';
  let sample: Awaited<ReturnType<typeof createContext>> | undefined;
  const places = await createPlaces((_, storage) =>
    world.play(program, async () => {
      sample = createContext(config, { storage, pages, siteDir, logDestination: { write() {} } });
      await sample.dealerships.storeSamples();
      await sample.shift.seed(config.onShift);
      await writeSetting(storage.db, 'text-agent', 'on', new Date(nightBeginsMs).toISOString());
      code = (await sample.codes.issue(null, null)).code;
    }),
  );
  if (!sample) throw new Error('the template has no context');
  const app = await createSharedApp(sample);
  return {
    config,
    pages,
    app,
    places,
    code,
    // The app listens nowhere, so there is nothing else to close.
    close: () => places.close(),
  };
}

interface Played {
  readonly seed: number;
  readonly steps: number;
  readonly log: readonly string[];
  readonly failure: unknown;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** How long people act and faults happen. */
const nightMs = 2.5 * minuteMs;
/** The time after which every message that waited for another try was tried. */
const afterMs = 20 * minuteMs;
/** The time after which a request that somebody accepted and forgot has ended by itself. */
const forgottenMs = 6 * 60 * minuteMs;

/** Plays the night of a seed. Never rejects: what failed is in the result. */
export async function playNight(theatre: Theatre, seed: number): Promise<Played> {
  const { pages, app, code } = theatre;
  const world = new World(seed);
  const { random } = world;
  const place = theatre.places.create();
  const config = { ...theatre.config, erasuresFile: join(place.dataDir, 'erasures.jsonl') };
  const night = createRecord(place.dataDir);
  const replicas: Replica[] = [];
  const agents = new Map<string, Agent>();

  const providers = createProviders({
    world,
    authToken: environment.TWILIO_AUTH_TOKEN,
    publicUrl: environment.PUBLIC_URL,
    network: () => network,
    isSent: (messageId) => night.rows("select id from messages where id = ? and state = 'sent'", messageId).length > 0,
    onArrived(arrived) {
      checkArrival(night.arrived, arrived);
      night.arrived.push(arrived);
      agents.get(arrived.to)?.read(arrived);
    },
  });
  const network = createNetwork({
    world,
    app,
    replicas: () => replicas,
    onAnswer({ method, path, body }, status, text) {
      must(status !== 500 || disks.some(({ full }) => full), () => `${method} ${path} was answered 500: ${text}`);
      if (path.endsWith('/email/send') && status === 200) {
        const { template_params: params } = JSON.parse(body ?? '{}') as { template_params: Record<string, string> };
        const id = params['submission_id'] ?? '';
        const [row] = night.rows('select id from submissions where id = ?', id);
        must(row !== undefined, () => `submission ${id} was answered OK and is not there`);
      }
    },
  });

  const slow = random.pick([0, 0, 0, 0.005, 0.02]);
  const disks = [0, 1].map(() => ({ full: false, slow, accident: undefined as Disk['accident'] }));
  const startServer = (number: number) =>
    startReplica({
      world,
      name: `replica ${number}`,
      config,
      dataDir: place.dataDir,
      pages,
      transports: providers.transportsFor,
      disk: disks[number] as (typeof disks)[number],
      onLog(program, line) {
        const { level, msg, err } = JSON.parse(line) as {
          level: number;
          msg: string;
          err?: { code?: string; stack?: string[] };
        };
        if (level >= 50) world.note(program, `logs ${msg} ${err?.code ?? err?.stack?.join(' ') ?? ''}`);
      },
    });
  const servers = disks.map((disk, number): Server => {
    replicas[number] = startServer(number);
    const program = () => (replicas[number] as Replica).program;
    return {
      crash: () => world.kill(program()),
      start() {
        if (program().state !== 'dead') return;
        world.note(program(), 'starts again');
        replicas[number] = startServer(number);
      },
      freeze: () => world.freeze(program()),
      resume: () => world.resume(program()),
      setClock(aheadMs) {
        program().clockAheadMs = aheadMs;
      },
      setDiskFull(full) {
        disk.full = full;
      },
      setAccident(table, happen) {
        disk.accident = table === undefined ? undefined : { table, happen };
      },
    };
  });

  const people: Person[] = [];
  const forms = random.chance(0.3) ? 2 : 1;
  for (let number = 0; number < forms; number++) {
    const browser = openBrowser(world, network, `forms ${number}`);
    const tabs = random.between(1, 2);
    for (let tab = 0; tab < tabs; tab++) {
      const dealer = createFormDealer(night, browser, `forms ${number} tab ${tab}`, random.between(1, 2));
      people.push({
        machine: browser.name,
        reload: dealer.reload,
        online: dealer.online,
        setStorageFull(full) {
          browser.shared.mode = full ? 'full' : 'working';
        },
      });
    }
  }
  const portals = random.chance(0.3) ? 2 : 1;
  for (let number = 0; number < portals; number++) {
    const name = `portal ${number}`;
    const browser = openBrowser(world, network, name);
    const dealer = createPortalDealer(night, browser, () => providers, {
      name,
      code,
      presses: random.chance(0.3) ? 2 : 1,
    });
    people.push({ machine: name, reload: dealer.reload, online() {}, setStorageFull() {} });
  }
  for (const [name, ways] of Object.entries(onShift)) {
    const agent = createAgent(night, openBrowser(world, network, name), name);
    for (const way of ways.split(', ')) agents.set(way, agent);
  }

  /** Starts the people at the desk: nobody in half of the nights, otherwise one or two. */
  function startDesk(): void {
    const drawn = randomOfDesk(seed);
    const people = drawn.pick([0, 0, 1, 2]);
    for (let number = 0; number < people; number++) {
      startDeskPerson({
        world,
        night,
        network,
        replicas: () => replicas,
        isDiskFull: () => disks.some(({ full }) => full),
        number,
        random: drawn,
      });
    }
  }

  // Timers that come very late make a night fast to play; timers that come nearly on time show what happens in between.
  world.lateMs = random.pick([4, 20, 45, 60]) * secondMs;
  let failure: unknown;
  try {
    const heal = planFaults({ world, network, providers, servers, people }, nightMs);
    startDesk();
    await world.runUntil(nightMs);
    heal();
    await world.runUntil(nightMs + minuteMs);
    world.lateMs = 4 * minuteMs;
    await world.runUntil(nightMs + afterMs);
    checkAll(night);
    checkFound(night);
    checkErasuresFile(night, config.erasuresFile);
    checkMessagesEnded(night, world);
    if (night.rows('select id from agent_requests where ended_at is null').length > 0) {
      world.lateMs = 40 * minuteMs;
      await world.runUntil(nightMs + forgottenMs);
      checkAll(night);
    }
    checkRequestsEnded(night, world);
  } catch (error) {
    failure = error;
  }
  for (const { program } of replicas) world.kill(program);
  // Closing the storages ends in microtasks.
  await new Promise((resolve) => void setImmediate(resolve));
  // The last connection that closes an SQLite file moves the log into it, unless that connection only reads. This one only reads,
  // and nobody opens the file again.
  night.close();
  world.end();
  place.remove();
  return { seed, steps: world.steps, log: world.log, failure };
}
