/** The environment, read once and checked whole: a bad one stops the start with every fault named at once. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { brand } from '#brand/brand.ts';
import { faultsBetween } from './config/rules.ts';
import { mailNeedsTls } from './config/tls.ts';
import { type Fault, readVariables, type Values } from './config/variables.ts';

export type { Limit, Person } from './config/kinds.ts';
export { databaseHasTls } from './config/tls.ts';
export type { Fault } from './config/variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** An account with Twilio, or with a provider that speaks the same. */
export interface TextProvider {
  readonly accountSid: string;
  readonly authToken: string;
  readonly sender: { readonly From: string } | { readonly MessagingServiceSid: string };
  readonly baseUrl: string;
}

/** The configuration. What each value is for stands beside its variable in `config/variables.ts`. */
export type Config = ReturnType<typeof configOf>;

/** The environment is not one that the server can run with. The message names every fault. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    const lines = faults.map(({ variable, was, mustBe }) => `  ${variable} is ${was}; it must be ${mustBe}`);
    super(`The configuration cannot be used:\n${lines.join('\n')}`);
    this.faults = faults;
  }
}

/**
 * The text of the `.env` file of a folder; empty when there is none. Editors put a byte order mark before it, or write UTF-16:
 * the mark would become part of the first name, and of UTF-16 no name would be known, so the server would start as if nothing
 * were set.
 */
function readEnvFile(folder: string): string {
  const refuse = (was: string) =>
    new ConfigError([{ variable: '.env', was, mustBe: 'a file of text in UTF-8 that this user may read' }]);
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(folder, '.env'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw refuse(`not readable (${code})`);
  }
  if (!isUtf8(bytes) || bytes.includes(0)) throw refuse('no text in UTF-8');
  return new TextDecoder().decode(bytes);
}

/** The environment with the `.env` file of a folder beneath it: what is set outside wins over the file. */
export const readEnvironment = (folder: string, environment: Environment): Environment => ({
  ...parseEnv(readEnvFile(folder)),
  ...environment,
});

function textProviderOf(values: Values): TextProvider | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_BASE_URL: baseUrl } = values;
  const { TWILIO_MESSAGING_SERVICE_SID: service, TWILIO_FROM: from } = values;
  const sender = service ? { MessagingServiceSid: service } : from && { From: from };
  return accountSid && authToken && sender ? { accountSid, authToken, sender, baseUrl } : undefined;
}

function smtpOf({ SMTP_URL: url, MAIL_FROM: from, MAIL_TO: to, UNENCRYPTED_HOSTS: trusted }: Values) {
  if (!url || !from || !to) return undefined;
  return {
    url,
    /** Nothing is sent, and no password said, before the connection is encrypted. */
    requireTls: mailNeedsTls(url, trusted),
    from: { name: brand.name, address: from },
    /** The operator's address; when each mail goes to more than one, the others are in `also`. */
    to: to.first,
    also: to.also,
  } as const;
}

function configOf(values: Values) {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    host: values.HOST,
    /** The address people use, without a trailing slash. */
    publicUrl,
    /** Whether `PUBLIC_URL` says so; else it is this machine's own, and a link to it opens on this machine alone. */
    hasPublicUrl: values.PUBLIC_URL !== undefined,
    /** `PUBLIC_URL` is https: HSTS is sent and unsafe values are refused. */
    production: publicUrl.startsWith('https:'),
    trustProxy: values.TRUST_PROXY,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    /** Outside the database: what was erased for a person. */
    erasuresFile: values.ERASURES_FILE ?? join(values.DATA_DIR, 'erasures.jsonl'),
    /** Made in the data folder when undefined. */
    secretKey: values.SECRET_KEY,
    /** Mail is held when undefined. */
    smtp: smtpOf(values),
    mail: {
      /** Empty for this server. */
      origin: values.MAIL_ORIGIN ?? '',
      publicKey: values.MAIL_PUBLIC_KEY,
      serviceId: values.MAIL_SERVICE_ID,
      templateIds: { inquiry: values.MAIL_INQUIRY_TEMPLATE_ID, intake: values.MAIL_INTAKE_TEMPLATE_ID },
      blockHeadless: values.MAIL_BLOCK_HEADLESS,
      /** In lower case. */
      blockList: values.MAIL_BLOCK_LIST.map((address) => address.toLowerCase()),
      throttleMs: values.MAIL_THROTTLE_MS,
    },
    sms: {
      /** A foreign send-sms in the place of ours, with its public token. */
      function: values.SMS_BASE_URL ? { baseUrl: values.SMS_BASE_URL, token: values.SMS_TOKEN } : undefined,
      /** Who carries our texts; they are held when undefined. */
      provider: textProviderOf(values),
      perHour: values.SMS_PER_HOUR,
    },
    streams: {
      perSession: values.STREAMS_PER_SESSION,
      perAddress: values.STREAMS_PER_ADDRESS,
      perPerson: values.STREAMS_PER_PERSON,
    },
    /** Push services beside the known ones, as `name` or `name:port`. */
    pushHosts: values.PUSH_HOSTS,
    /** What webhooks may go to beside the public internet. */
    webhooks: values.WEBHOOK_ALLOW,
    /** The phone is in E.164; alerts go by mail alone when it is undefined. */
    alerts: { phone: values.ALERT_PHONE, perHour: values.ALERTS_PER_HOUR },
    /** Who is on shift while the database knows nobody. */
    onShift: values.ON_SHIFT,
    allowedOrigins: values.ALLOWED_ORIGINS,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    logLevel: values.LOG_LEVEL,
    limits: {
      requestsPerAddress: values.LIMIT_REQUESTS_PER_ADDRESS,
      leadsPerAddress: values.LIMIT_LEADS_PER_ADDRESS,
      formPagesPerAddress: values.LIMIT_FORM_PAGES_PER_ADDRESS,
      confirmationsPerRecipient: values.LIMIT_CONFIRMATIONS_PER_RECIPIENT,
      agentRequestsPerSession: values.LIMIT_AGENT_REQUESTS_PER_SESSION,
      agentRequestsPerDealership: values.LIMIT_AGENT_REQUESTS_PER_DEALERSHIP,
      requestsPerToken: values.LIMIT_REQUESTS_PER_TOKEN,
    },
  } as const;
}

/**
 * Reads the configuration from an environment. Pure: it opens nothing and reads nothing else.
 *
 * @throws ConfigError naming every fault
 */
export function readConfig(environment: Environment): Config {
  const { values, faults } = readVariables(environment);
  const all = [...faults, ...faultsBetween(values, faults)];
  if (all.length > 0) throw new ConfigError(all);
  return configOf(values as Values);
}
