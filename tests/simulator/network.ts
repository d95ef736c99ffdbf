/** The network between pages, providers and replicas: it delays, cuts before and after, and delivers twice. */
import type { FastifyInstance } from 'fastify';
import type { Random } from '../support/random.ts';
import type { Replica } from './replica.ts';
import { type Program, Violation, type World } from './world.ts';

/** How bad the network is. Each member is a probability for one request. */
interface Weather {
  readonly lost: number;
  readonly answerLost: number;
  readonly twice: number;
  readonly slow: number;
}

export const fairWeather: Weather = { lost: 0, answerLost: 0, twice: 0, slow: 0 };

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly from: string;
}

export interface Network {
  weather: Weather;
  /** The names of the machines that are offline. No request leaves them. */
  readonly offline: Set<string>;
  fetchFor(program: Program, machine: string): typeof fetch;
  /** Sends a provider's report. Resolves to the status; undefined when no answer came. */
  post(program: Program, asked: Asked): Promise<number | undefined>;
}

interface NetworkOptions {
  readonly world: World;
  /** The server's HTTP, and the replicas that the balancer sends requests to. */
  readonly app: FastifyInstance;
  readonly replicas: () => readonly Replica[];
  /** Called with every answer as the server wrote it, whether or not it arrives. */
  readonly onAnswer: (asked: Asked, status: number, text: string) => void;
}

const cut = () => new TypeError('Failed to fetch');

function delayOf(random: Random, weather: Weather): number {
  return random.chance(weather.slow) ? random.between(2000, 25_000) : random.between(5, 250);
}

interface Hop {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

export function createNetwork({ world, app, replicas, onAnswer }: NetworkOptions): Network {
  const { random } = world;
  const offline = new Set<string>();

  /** The load balancer chooses a replica that is alive. A frozen replica takes the connection and does not answer. */
  function choose(): Replica | undefined {
    const alive = replicas().filter((replica) => replica.isReady());
    return alive.length === 0 ? undefined : random.pick(alive);
  }

  /**
   * Lets a replica handle a request. If it dies before it answers, the connection breaks. `tell`: whether the answer goes back to
   * the client.
   */
  function handle(replica: Replica, asked: Asked, back: Hop, client: Program, tell: boolean): void {
    const { program } = replica;
    const later = (ms: number, run: () => void) => void world.arrive(client, ms, run);
    const latency = () => delayOf(random, network.weather);
    let over = false;
    const died = () => {
      if (over) return;
      over = true;
      later(random.between(1, 50), () => back.reject(cut()));
    };
    program.onDeath.add(died);
    world.arrive(program, latency(), () => {
      const isStream = asked.path.endsWith('/events');
      app
        .inject({
          method: asked.method as 'GET',
          url: asked.path,
          headers: asked.headers,
          remoteAddress: asked.from,
          payloadAsStream: isStream,
          ...(asked.body !== undefined && { payload: asked.body }),
        })
        .then((answer) => {
          // A process that has died sends no answer, even if its code still runs to an end here.
          if (over) return;
          program.onDeath.delete(died);
          over = true;
          const { statusCode: status, headers } = answer;
          const kept = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
          if (isStream && status === 200) {
            const body = carryStream(program, client, answer.stream(), asked.signal);
            return later(latency(), () => back.resolve(new Response(body, { status, headers: kept })));
          }
          if (isStream) {
            // A refusal is short, and nobody reads its words.
            answer.stream().resume();
            return later(latency(), () => back.resolve(new Response('', { status, headers: kept })));
          }
          const text = answer.body;
          onAnswer(asked, status, text);
          if (!tell) return;
          const isEmpty = status === 204 || status === 304;
          if (random.chance(network.weather.answerLost)) {
            world.note(client, `the answer ${status} to ${asked.method} ${asked.path} is lost`);
            return later(latency() * 3, () => back.reject(cut()));
          }
          later(latency(), () => back.resolve(new Response(isEmpty ? null : text, { status, headers: kept })));
        })
        .catch((error: unknown) => world.fail(error));
    });
  }

  /** Carries a stream's pieces in order, each with its own delay, until one side ends the connection. */
  function carryStream(
    server: Program,
    client: Program,
    stream: NodeJS.ReadableStream & { destroy(error?: Error): unknown },
    signal: AbortSignal | undefined,
  ): ReadableStream<Uint8Array> {
    let lastMs = 0;
    let over = false;
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const inOrder = (run: () => void) => {
      lastMs = Math.max(lastMs, world.nowMs + delayOf(random, network.weather));
      world.arrive(client, lastMs - world.nowMs, () => {
        if (!over) run();
      });
    };
    const hangUp = (error: unknown) => {
      if (over) return;
      over = true;
      server.onDeath.delete(died);
      client.onDeath.delete(left);
      controller.error(error);
      world.arrive(server, 1, () => stream.destroy());
    };
    const died = () => inOrder(() => hangUp(cut()));
    const left = () => {
      over = true;
      world.arrive(server, 1, () => stream.destroy());
    };
    server.onDeath.add(died);
    client.onDeath.add(left);
    signal?.addEventListener('abort', () => hangUp(signal.reason));
    const body = new ReadableStream<Uint8Array>({
      start(made) {
        controller = made;
      },
      cancel() {
        hangUp(cut());
      },
    });
    stream.on('data', (piece: Buffer) => {
      const bytes = new Uint8Array(piece);
      if (random.chance(network.weather.lost)) return inOrder(() => hangUp(cut()));
      inOrder(() => controller.enqueue(bytes));
    });
    stream.on('end', () =>
      inOrder(() => {
        over = true;
        server.onDeath.delete(died);
        client.onDeath.delete(left);
        controller.close();
      }),
    );
    stream.on('error', () => inOrder(() => hangUp(cut())));
    return body;
  }

  function send(program: Program, asked: Asked): Promise<Response> {
    return new Promise((resolve, reject) => {
      const { signal } = asked;
      const answered: Hop = { resolve, reject };
      if (signal?.aborted) return reject(signal.reason as Error);
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      const { weather } = network;
      const replica = choose();
      if (!replica || offline.has(asked.from) || random.chance(weather.lost)) {
        world.arrive(program, random.between(1, 300), () => reject(cut()));
        return;
      }
      handle(replica, asked, answered, program, true);
      if (asked.method !== 'POST' || !random.chance(weather.twice)) return;
      // A browser sends a request again by itself when its connection broke (RFC 9110 9.2.2 forbids it for POST, and they do).
      const other = choose();
      if (other) handle(other, asked, { resolve() {}, reject() {} }, program, false);
    });
  }

  const network: Network = {
    weather: fairWeather,
    offline,
    fetchFor: (program, machine) =>
      (async (input: string, init: RequestInit = {}) => {
        const headers = Object.fromEntries(new Headers(init.headers));
        const path = String(input);
        if (!path.startsWith('/')) throw new Violation(`a page asked ${path}`);
        const response = await send(program, {
          method: init.method ?? 'GET',
          path,
          headers,
          body: init.body === undefined || init.body === null ? undefined : String(init.body),
          signal: init.signal ?? undefined,
          from: machine,
        });
        return response;
      }) as typeof fetch,
    post: async (program, asked) => {
      try {
        return (await send(program, asked)).status;
      } catch {
        // The provider tries a report again by itself.
        return undefined;
      }
    },
  };
  return network;
}
