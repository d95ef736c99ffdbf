/** The environment, read once and checked whole: a bad one stops the start with every fault named at once. */
import { brand } from '#brand/brand.ts';
import type { Person } from './config-portal-variables.ts';
import { databaseHasTls, databaseIsRemote, mailNeedsTls, mailRefusesTls } from './config-remote.ts';
import { type Fault, readVariables, type Values, variables } from './config-variables.ts';

export type { Fault } from './config-variables.ts';

/** How many times something may happen in a span of time, for one key. */
export interface Limit {
  readonly times: number;
  readonly perSeconds: number;
}

/** An account with Twilio, or with a provider that speaks the same. */
export interface TextProvider {
  readonly accountSid: string;
  readonly authToken: string;
  readonly sender: { readonly From: string } | { readonly MessagingServiceSid: string };
  readonly baseUrl: string;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** The address people use, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether `PUBLIC_URL` says so; else it is this machine's own, and a link to it opens on this machine alone. */
  readonly hasPublicUrl: boolean;
  /** `PUBLIC_URL` is https: HSTS is sent and unsafe values are refused. */
  readonly production: boolean;
  readonly trustProxy: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Made in the data folder when undefined. */
  readonly secretKey: string | undefined;
  readonly smtp:
    | {
        readonly url: string;
        /** Nothing is sent, and no password said, before the connection is encrypted. */
        readonly requireTls: boolean;
        readonly from: { readonly name: string; readonly address: string };
        /** The operator's address; when each mail goes to more than one, the others. */
        readonly to: string;
        readonly also: readonly string[];
      }
    | undefined;
  readonly mail: {
    readonly origin: string;
    readonly publicKey: string;
    readonly serviceId: string;
    readonly templateIds: { readonly inquiry: string; readonly intake: string };
    readonly blockHeadless: boolean;
    /** Senders' addresses that the server refuses, in lower case. */
    readonly blockList: readonly string[];
    readonly throttleMs: number;
  };
  readonly sms: {
    /** A foreign send-sms in the place of ours, with its public token. */
    readonly function: { readonly baseUrl: string; readonly token: string } | undefined;
    /** Who carries our texts; they are held when undefined. */
    readonly provider: TextProvider | undefined;
    readonly perHour: number;
  };
  readonly alerts: {
    /** In E.164; alerts go by mail alone when undefined. */
    readonly phone: string | undefined;
    /** The most alerts in an hour, for texts and for mails. */
    readonly perHour: number;
  };
  /** Live cards open at once. */
  readonly streams: { readonly perSession: number; readonly perAddress: number };
  /** Who is on shift while the database knows nobody. */
  readonly onShift: readonly Person[];
  /** Origins other than our own whose pages may use the mail gateway. */
  readonly allowedOrigins: readonly string[];
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** HSTS binds the subdomains of our host too. */
  readonly hstsSubdomains: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly limits: {
    /** Requests to the API from one address. */
    readonly requestsPerAddress: Limit;
    /** New leads from one address; a whole dealership may share one. Replays of a stored submission are free. */
    readonly leadsPerAddress: Limit;
    /** Refused forms drawn again for a browser without script. */
    readonly formPagesPerAddress: Limit;
    /** Confirmations to one e-mail address. The lead itself is unaffected. */
    readonly confirmationsPerRecipient: Limit;
    /** New agent requests of one portal session, and for one dealership. Replays are free. */
    readonly agentRequestsPerSession: Limit;
    readonly agentRequestsPerDealership: Limit;
  };
}

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

const isLoopback = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** What one variable demands of another, among those that could be read. */
function faultsBetween(values: Partial<Values>, unread: readonly Fault[]): Fault[] {
  const faults: Fault[] = [];
  const isUnread = (name: string) => unread.some(({ variable }) => variable === name);
  const require = (variable: keyof Values, because: string) => {
    if (values[variable] === undefined && !isUnread(variable))
      faults.push({ variable, was: 'not set', mustBe: `set, because ${because}` });
  };
  if (values.SMTP_URL) {
    require('MAIL_FROM', 'SMTP_URL is');
    require('MAIL_TO', 'SMTP_URL is');
  }
  if (values.TWILIO_ACCOUNT_SID) {
    require('TWILIO_AUTH_TOKEN', 'TWILIO_ACCOUNT_SID is');
    require('PUBLIC_URL', 'TWILIO_ACCOUNT_SID is: every text carries a link');
    if (!values.TWILIO_MESSAGING_SERVICE_SID && !isUnread('TWILIO_MESSAGING_SERVICE_SID'))
      require('TWILIO_FROM', 'TWILIO_ACCOUNT_SID is');
  }
  if (values.MAIL_ORIGIN && values.MAIL_BLOCK_LIST && values.MAIL_BLOCK_LIST.length > 0) {
    const mustBe = 'not set, because MAIL_ORIGIN is: leads do not pass this server, so its provider has to block them';
    faults.push({ variable: 'MAIL_BLOCK_LIST', was: 'set', mustBe });
  }
  if (values.DATABASE_URL) require('SECRET_KEY', 'DATABASE_URL is: every replica needs the same key');
  if (values.METRICS_PORT !== undefined && values.METRICS_PORT === values.PORT && values.PORT !== 0) {
    faults.push({ variable: 'METRICS_PORT', was: String(values.PORT), mustBe: 'another port than PORT' });
  }
  const trusted = values.UNENCRYPTED_HOSTS ?? [];
  if (values.SMTP_URL && mailRefusesTls(values.SMTP_URL, trusted)) {
    const mustBe = 'without options that switch TLS or its check off, because its password would be sent in clear text';
    faults.push({
      variable: 'SMTP_URL',
      was: 'set (it is secret)',
      mustBe: `${mustBe}; UNENCRYPTED_HOSTS excepts a host`,
    });
  }
  if (values.PUBLIC_URL?.startsWith('https:')) {
    const { DATABASE_URL: database } = values;
    if (database && databaseIsRemote(database, trusted) && !databaseHasTls(database)) {
      const mustBe = 'with ?sslmode=verify-full at its end, because PUBLIC_URL is https and the database is remote';
      const was = 'without TLS or its check';
      faults.push({ variable: 'DATABASE_URL', was, mustBe: `${mustBe}; UNENCRYPTED_HOSTS excepts a host` });
    }
    for (const origin of values.ALLOWED_ORIGINS ?? []) {
      if (origin.startsWith('https:')) continue;
      faults.push({
        variable: 'ALLOWED_ORIGINS',
        was: origin,
        mustBe: 'https origins only, because PUBLIC_URL is https',
      });
    }
    for (const variable of ['MAIL_ORIGIN', 'SMS_BASE_URL', 'TWILIO_BASE_URL'] as const) {
      const url = values[variable];
      if (!url || url.startsWith('https:') || isLoopback(url)) continue;
      faults.push({ variable, was: url, mustBe: 'https, because PUBLIC_URL is https' });
    }
  }
  return faults;
}

function textProviderOf(values: Values): TextProvider | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_BASE_URL: baseUrl } = values;
  const { TWILIO_MESSAGING_SERVICE_SID: service, TWILIO_FROM: from } = values;
  const sender = service ? { MessagingServiceSid: service } : from && { From: from };
  return accountSid && authToken && sender ? { accountSid, authToken, sender, baseUrl } : undefined;
}

/**
 * Reads the configuration from an environment. Pure: it opens nothing and reads nothing else.
 *
 * @throws ConfigError naming every fault
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const read = readVariables(variables, environment);
  const faults = [...read.faults, ...faultsBetween(read.values, read.faults)];
  if (faults.length > 0) throw new ConfigError(faults);
  const values = read.values as Values;
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_TO: to } = values;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    hasPublicUrl: values.PUBLIC_URL !== undefined,
    production: publicUrl.startsWith('https:'),
    trustProxy: values.TRUST_PROXY,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    secretKey: values.SECRET_KEY,
    smtp:
      url && from && to
        ? {
            url,
            requireTls: mailNeedsTls(url, values.UNENCRYPTED_HOSTS),
            from: { name: brand.name, address: from },
            to: to.first,
            also: to.also,
          }
        : undefined,
    mail: {
      origin: values.MAIL_ORIGIN ?? '',
      publicKey: values.MAIL_PUBLIC_KEY,
      serviceId: values.MAIL_SERVICE_ID,
      templateIds: { inquiry: values.MAIL_INQUIRY_TEMPLATE_ID, intake: values.MAIL_INTAKE_TEMPLATE_ID },
      blockHeadless: values.MAIL_BLOCK_HEADLESS,
      blockList: values.MAIL_BLOCK_LIST.map((address) => address.toLowerCase()),
      throttleMs: values.MAIL_THROTTLE_MS,
    },
    sms: {
      function: values.SMS_BASE_URL ? { baseUrl: values.SMS_BASE_URL, token: values.SMS_TOKEN } : undefined,
      provider: textProviderOf(values),
      perHour: values.SMS_PER_HOUR,
    },
    streams: { perSession: values.STREAMS_PER_SESSION, perAddress: values.STREAMS_PER_ADDRESS },
    alerts: { phone: values.ALERT_PHONE, perHour: values.ALERTS_PER_HOUR },
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
    },
  };
}
