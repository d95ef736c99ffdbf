/** Reads the environment once and checks all of it. A bad one stops the start, and the error names every fault. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { brand } from '#brand/brand.ts';
import { closestName } from './config/closest-name.ts';
import { type Fault, readVariables } from './config/read-variables.ts';
import { faultsBetween } from './config/rules.ts';
import { mailNeedsTls } from './config/tls.ts';
import { type Values, variables } from './config/variables.ts';

export type { Limit, Person } from './config/kinds.ts';

export { databaseHasTls } from './config/tls.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** An account with Twilio, or with a provider that has the same API. */
export interface TextProvider {
  readonly accountSid: string;
  readonly authToken: string;
  readonly sender: { readonly From: string } | { readonly MessagingServiceSid: string };
  readonly baseUrl: string;
}

/** The configuration. `config/variables.ts` explains the variable of each value. */
export type Config = ReturnType<typeof configOf>;

/** The server cannot run with this environment. The message names every fault. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly Fault[];
  /** @param hint another sentence for the person who reads the faults */
  constructor(faults: readonly Fault[], hint?: string) {
    const lines = faults.map(({ variable, was, mustBe }) => `  ${variable} is ${was}; it must be ${mustBe}`);
    super(['The configuration cannot be used:', ...lines, ...(hint === undefined ? [] : [hint])].join('\n'));
    this.faults = faults;
  }
}

/**
 * The text of a folder's `.env` file; empty when there is none. Editors may add a byte order mark or write UTF-16. The mark would
 * become part of the first name, and in UTF-16 no name would be recognised, so the server would start as if nothing were set.
 *
 * @throws ConfigError when the file cannot be read or is not UTF-8
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
  if (!isUtf8(bytes) || bytes.includes(0)) throw refuse('not UTF-8 text');
  return new TextDecoder().decode(bytes);
}

/** The environment with the values of a folder's `.env` file. A variable that is set outside the file wins. */
export const readEnvironment = (folder: string, environment: Environment): Environment => ({
  ...parseEnv(readEnvFile(folder)),
  ...environment,
});

/** How our variables are written. Anything else in the file, such as a part of a secret on a line of its own, is repeated nowhere. */
const variableName = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;

/** The names in a folder's `.env` file that look like variables of ours and are none, such as a misspelt one. */
export const unknownVariables = (folder: string): string[] =>
  Object.keys(parseEnv(readEnvFile(folder))).filter(
    (name) => variableName.test(name) && !Object.hasOwn(variables, name),
  );

/** What to tell about those names: they have no effect, and nobody would notice. Undefined when there are none. */
export function whatIsMisspelt(folder: string): string | undefined {
  const names = unknownVariables(folder);
  if (names.length === 0) return undefined;
  const meant = names.flatMap((name) => {
    const close = closestName(name, Object.keys(variables));
    return close === undefined ? [] : [`${close} in place of ${name}`];
  });
  const suggestion = meant.length === 0 ? '' : ` Did you mean ${meant.join(', and ')}?`;
  return `.env sets ${names.join(', ')}: there is no such variable.${suggestion} docs/operating.md lists all variables.`;
}

function textProviderOf(values: Values): TextProvider | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_BASE_URL: baseUrl } = values;
  const { TWILIO_MESSAGING_SERVICE_SID: service, TWILIO_FROM: from } = values;
  const sender = service ? { MessagingServiceSid: service } : from && { From: from };
  return accountSid && authToken && sender ? { accountSid, authToken, sender, baseUrl } : undefined;
}

/** The operator's mail addresses, the first one first; empty without mail. */
export const operatorAddresses = ({ smtp }: Pick<Config, 'smtp'>): readonly string[] =>
  smtp ? [smtp.to, ...smtp.also] : [];

function smtpOf({ SMTP_URL: url, MAIL_FROM: from, MAIL_TO: to, UNENCRYPTED_HOSTS: trusted }: Values) {
  if (!url || !from || !to) return undefined;
  return {
    url,
    /** The connection must be encrypted before a mail or the password is sent. */
    requireTls: mailNeedsTls(url, trusted),
    from: { name: brand.name, address: from },
    /** The operator's address. When mail goes to several, the others are in `also`. */
    to: to.first,
    also: to.also,
  } as const;
}

function configOf(values: Values) {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    host: values.HOST,
    /** The address that people use, without a trailing slash. */
    publicUrl,
    /**
     * Whether `PUBLIC_URL` is set. Otherwise `publicUrl` is this machine's own address, and links to it work only on this machine.
     */
    hasPublicUrl: values.PUBLIC_URL !== undefined,
    /** Whether `publicUrl` is https. Then HSTS is sent, and unsafe values are refused. */
    production: publicUrl.startsWith('https:'),
    trustProxy: values.TRUST_PROXY,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    /** The file, outside the database, that records what was erased for a person. */
    erasuresFile: values.ERASURES_FILE ?? join(values.DATA_DIR, 'erasures.jsonl'),
    /** Undefined: a key is made in the data folder. */
    secretKey: values.SECRET_KEY,
    /** Undefined: mail is held in the outbox. */
    smtp: smtpOf(values),
    mail: {
      /** Empty: this server takes the leads. */
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
      /** Another server's send-sms function that replaces ours, with its public token. */
      function: values.SMS_BASE_URL ? { baseUrl: values.SMS_BASE_URL, token: values.SMS_TOKEN } : undefined,
      /** The provider that carries our texts. Undefined: texts are held. */
      provider: textProviderOf(values),
      perHour: values.SMS_PER_HOUR,
    },
    streams: {
      perSession: values.STREAMS_PER_SESSION,
      perAddress: values.STREAMS_PER_ADDRESS,
      perPerson: values.STREAMS_PER_PERSON,
    },
    /** Push services that are allowed besides the known ones, as `name` or `name:port`. */
    pushHosts: values.PUSH_HOSTS,
    /** What webhooks may reach besides the public internet. */
    webhooks: values.WEBHOOK_ALLOW,
    /** The telephone is in E.164. Undefined: alerts go only by mail. */
    alerts: { phone: values.ALERT_PHONE, perHour: values.ALERTS_PER_HOUR },
    /** The people who are put on shift while the database has none. */
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
 * @throws ConfigError that names every fault
 */
export function readConfig(environment: Environment): Config {
  const { values, faults } = readVariables(environment);
  const all = [...faults, ...faultsBetween(values, faults)];
  if (all.length > 0) throw new ConfigError(all);
  return configOf(values as Values);
}

/** Reads the environment with a folder's `.env` file. A misspelt name there may be why another one is missing, so it is named too. */
export function readConfigAt(folder: string, environment: Environment): Config {
  const read = readEnvironment(folder, environment);
  try {
    return readConfig(read);
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(error.faults, whatIsMisspelt(folder)) : error;
  }
}
