/** Servers and mail servers that end with their test. */
import { onTestFinished } from 'vitest';
import { type FakeSmtp, startFakeSmtp } from '../../fakes/smtp.ts';
import type { Place } from '../../support/each-engine.ts';
import {
  launchServer,
  type ServerOptions,
  type ServerProcess,
  type StartingServer,
} from '../../support/server-process.ts';

type Environment = Readonly<Record<string, string>>;

export const operator = 'leads@boxline.example';

export const mailSettings = ({ url }: Pick<FakeSmtp, 'url'>): Environment => ({
  SMTP_URL: url,
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: operator,
});

export async function fakeSmtp(): Promise<FakeSmtp> {
  const smtp = await startFakeSmtp();
  onTestFinished(() => smtp.stop());
  return smtp;
}

/** Launches a server at a place. The server ends with the test. */
export function launchAt(
  { dataDir, env: ofPlace }: Place,
  env: Environment = {},
  options: Partial<ServerOptions> = {},
): StartingServer {
  const server = launchServer({ folder: dataDir, env: { ...ofPlace, ...env }, ...options });
  onTestFinished(async () => void (await server.kill()));
  return server;
}

/** Starts a server at a place and waits until it serves. */
export const startAt = (...parameters: Parameters<typeof launchAt>): Promise<ServerProcess> =>
  launchAt(...parameters).ready;
