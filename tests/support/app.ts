import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { sendFormPath, sendPath } from '#contract/send.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { type Context, createContext, type Overrides } from '#server/context.ts';
import { envelopeOf } from './answers.ts';
import { type EngineUnderTest, migrateStorage, prepare } from './each-engine.ts';
import { refuseSecondConnection } from './one-connection.ts';
import { writeBareSite } from './site.ts';

type Params = Record<string, unknown>;
type Headers = Record<string, string>;

export interface TestApp {
  readonly app: FastifyInstance;
  readonly context: Context;
  /** Everything the server logged so far. */
  log(): string;
  /** Sends a form as JSON. */
  send(kind: 'inquiry' | 'intake', params: Params, headers?: Headers): Promise<TestAnswer>;
  /** Sends a form as a browser without script does. A list is sent as one part for each item. */
  sendForm(kind: 'inquiry' | 'intake', params: Params, headers?: Headers, path?: string): Promise<TestAnswer>;
}

interface TestAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, unknown>;
}

/** Every lead that is stored. */
export const leadsOf = ({ context }: TestApp) => context.storage.db.selectFrom('leads').selectAll().execute();

/** Multipart form data, encoded by the platform, with its content type. */
async function multipart(params: Params) {
  const form = new FormData();
  for (const [name, value] of Object.entries(params)) {
    for (const entry of Array.isArray(value) ? value : [value]) form.append(name, entry as string | Blob);
  }
  const encoded = new Response(form);
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' };
}

/** The real app on a real database, without a socket. The worker is not started. */
export async function startApp(under: EngineUnderTest, env: Headers = {}, overrides: Overrides = {}): Promise<TestApp> {
  const place = await under.newPlace();
  await prepare(place);
  const lines: string[] = [];
  const context = createContext(readConfig({ ...place.env, LOG_LEVEL: 'debug', ...env }), {
    siteDir: writeBareSite(),
    logDestination: { write: (line) => void lines.push(line) },
    ...overrides,
  });
  await migrateStorage(context.storage, place);
  refuseSecondConnection(context.storage);
  const app = await createApp(context);
  onTestFinished(async () => {
    await app.close();
    await context.storage.close();
  });
  const post = async (url: string, payload: string | Buffer, headers: Headers): Promise<TestAnswer> => {
    const answer = await app.inject({ method: 'POST', url, payload, headers });
    return { status: answer.statusCode, text: answer.body, headers: answer.headers };
  };
  return {
    app,
    context,
    log: () => lines.join(''),
    send: (kind, params, headers = {}) => {
      const body = JSON.stringify({ ...envelopeOf(kind), template_params: params });
      return post(sendPath, body, { 'content-type': 'application/json', ...headers });
    },
    sendForm: async (kind, params, headers = {}, path = sendFormPath) => {
      const { body, type } = await multipart({ ...params, ...envelopeOf(kind) });
      return post(path, body, { 'content-type': type, ...headers });
    },
  };
}
