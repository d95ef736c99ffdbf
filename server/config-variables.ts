/** Every variable of the environment, in one table: the reader, the error texts and the documents come from it. */
import { isIP } from 'node:net';
import { brand } from '#brand/brand.ts';
import {
  limit,
  limitMustBe,
  listOf,
  mailAddress,
  matching,
  oneOf,
  optional,
  origin,
  port,
  proxy,
  text,
  url,
  type Variable,
  variable,
  yesOrNo,
} from './config-parse.ts';
import { portalVariables } from './config-portal-variables.ts';
import { hostName, smtpUrl, smtpUrlMustBe } from './config-remote.ts';

export type { Variable } from './config-parse.ts';

/** One thing wrong with one variable. */
export interface Fault {
  readonly variable: string;
  /** Its value as a person may see it; a secret is not repeated. */
  readonly was: string;
  readonly mustBe: string;
}

const host = (value: string) => (isIP(value) || value === 'localhost' ? value : undefined);

export const variables = {
  PORT: variable({
    meaning: 'The port the server listens on; 0 takes any free one',
    mustBe: 'a port number',
    fallback: '8080',
    parse: port,
  }),
  HOST: variable({
    meaning: 'The address the server listens on',
    mustBe: 'an IP address or localhost',
    fallback: '0.0.0.0',
    parse: host,
  }),
  PUBLIC_URL: optional({
    meaning:
      'The address people use, which links in mails and texts lead to. With https the server is in production: it sends HSTS and refuses unsafe values',
    mustBe: 'an http or https origin such as https://desk.example',
    otherwise: '`http://localhost:PORT`',
    parse: origin,
  }),
  TRUST_PROXY: variable({
    meaning: 'The proxies whose `X-Forwarded-For` is believed, separated by commas',
    mustBe: '`loopback`, IP addresses or networks such as 10.0.0.0/8',
    fallback: '',
    parse: listOf(proxy),
  }),
  DATA_DIR: variable({
    meaning: 'The folder for the SQLite database and the secret key',
    mustBe: 'a path',
    fallback: 'data',
    parse: text,
  }),
  DATABASE_URL: optional({
    meaning: 'A PostgreSQL database (15 or newer) instead of SQLite; any number of servers may share it',
    mustBe: 'a postgres:// address',
    otherwise: 'SQLite in `DATA_DIR`',
    secret: true,
    parse: url(['postgres:', 'postgresql:']),
  }),
  SECRET_KEY: optional({
    meaning: 'The key that keyed hashes are made with; required with `DATABASE_URL`',
    mustBe: 'at least 32 characters of a random text',
    otherwise: 'made in `DATA_DIR`',
    secret: true,
    parse: matching(/^\S{32,}$/),
  }),
  SMTP_URL: optional({
    meaning: 'The mail server. Without it mail is kept as `held`',
    mustBe: smtpUrlMustBe,
    otherwise: 'mail is held',
    secret: true,
    parse: smtpUrl,
  }),
  MAIL_FROM: optional({
    meaning: 'Our own address, which every mail comes from; required with `SMTP_URL`',
    mustBe: 'one e-mail address',
    parse: mailAddress,
  }),
  MAIL_TO: optional({
    meaning:
      "The operator's addresses, which leads, requests and alerts go to, separated by commas; required with `SMTP_URL`",
    mustBe: 'one e-mail address or several',
    parse: (value) => {
      const [first, ...also] = listOf(mailAddress)(value) ?? [];
      return first === undefined ? undefined : { first, also };
    },
  }),
  MAIL_ORIGIN: optional({
    meaning: 'Another mail provider with the same API. Leads then live only there',
    mustBe: 'an http or https origin such as https://api.emailjs.com',
    otherwise: 'this server',
    parse: origin,
  }),
  MAIL_PUBLIC_KEY: variable({
    meaning: 'The public key (`user_id`) of the forms',
    mustBe: 'a text',
    fallback: brand.mail.publicKey,
    parse: text,
  }),
  MAIL_SERVICE_ID: variable({
    meaning: 'The service id of the forms',
    mustBe: 'a text',
    fallback: brand.mail.serviceId,
    parse: text,
  }),
  MAIL_INQUIRY_TEMPLATE_ID: variable({
    meaning: 'The template id of the inquiry',
    mustBe: 'a text',
    fallback: brand.mail.templateIds.inquiry,
    parse: text,
  }),
  MAIL_INTAKE_TEMPLATE_ID: variable({
    meaning: 'The template id of the intake',
    mustBe: 'a text',
    fallback: brand.mail.templateIds.intake,
    parse: text,
  }),
  MAIL_BLOCK_HEADLESS: variable({
    meaning: 'Whether the forms refuse headless browsers (status 451)',
    mustBe: 'true or false',
    fallback: 'false',
    parse: yesOrNo,
  }),
  MAIL_BLOCK_LIST: variable({
    meaning: 'E-mail addresses of senders that the server refuses (status 403), separated by commas; on no page',
    mustBe: 'e-mail addresses',
    fallback: '',
    parse: listOf(mailAddress),
  }),
  MAIL_THROTTLE_MS: variable({
    meaning: 'The least time between two sends of one form in a browser, in milliseconds (status 429); 0 for none',
    mustBe: 'a whole number of milliseconds',
    fallback: '0',
    parse: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined),
  }),
  ALLOWED_ORIGINS: variable({
    meaning: 'Other origins whose pages may use the mail gateway, separated by commas',
    mustBe: 'origins such as https://www.dealer.example',
    fallback: '',
    parse: listOf(origin),
  }),
  METRICS_PORT: optional({
    meaning: 'The port of `/metrics`, on `METRICS_HOST`',
    mustBe: 'a port number',
    otherwise: 'off',
    parse: port,
  }),
  METRICS_HOST: variable({
    meaning: 'The address that `/metrics` is read at; not to be reachable from outside',
    mustBe: 'an IP address or localhost',
    fallback: '127.0.0.1',
    parse: host,
  }),
  HSTS_SUBDOMAINS: variable({
    meaning: 'Whether HSTS also binds every subdomain of the host of `PUBLIC_URL` to https',
    mustBe: 'true or false',
    fallback: 'false',
    parse: yesOrNo,
  }),
  UNENCRYPTED_HOSTS: variable({
    meaning:
      'Hosts on a network of your own, separated by commas, that the password of the mail server and the connection to PostgreSQL may go to without TLS',
    mustBe: 'host names or IP addresses such as mail.internal',
    fallback: '',
    parse: listOf(hostName),
  }),
  LOG_LEVEL: variable({
    meaning: 'How much the log says',
    mustBe: 'debug, info, warn, error or silent',
    fallback: 'info',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  }),
  LIMIT_REQUESTS_PER_ADDRESS: variable({
    meaning: 'API requests from one address (an IPv6 /64 counts as one)',
    mustBe: limitMustBe,
    fallback: '600/60',
    parse: limit,
  }),
  LIMIT_LEADS_PER_ADDRESS: variable({
    meaning: 'New leads from one address',
    mustBe: limitMustBe,
    fallback: '30/600',
    parse: limit,
  }),
  LIMIT_FORM_PAGES_PER_ADDRESS: variable({
    meaning: 'Refused forms from one address that are drawn again with their errors, for browsers without script',
    mustBe: limitMustBe,
    fallback: '30/60',
    parse: limit,
  }),
  LIMIT_CONFIRMATIONS_PER_RECIPIENT: variable({
    meaning: 'Confirmations to one mailbox, however its address is written',
    mustBe: limitMustBe,
    fallback: '3/86400',
    parse: limit,
  }),
  ...portalVariables,
};

type Variables = typeof variables;
type ValueOf<V> = V extends { fallback: string; parse: (text: string) => infer T }
  ? Exclude<T, undefined>
  : V extends { parse: (text: string) => infer T }
    ? T
    : never;

/** What the variables say; those without a default may be undefined. */
export type Values = { [Name in keyof Variables]: ValueOf<Variables[Name]> };

/** Reads every variable, leaving out those that are at fault. An empty text counts as not set. */
export function readVariables(
  table: Variables,
  environment: Readonly<Record<string, string | undefined>>,
): { values: Partial<Values>; faults: Fault[] } {
  const faults: Fault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { fallback, parse, mustBe, secret }] of Object.entries(
    table as Record<string, Variable<unknown>>,
  )) {
    const given = environment[name]?.trim() || fallback;
    if (given === undefined) continue;
    values[name] = parse(given);
    if (values[name] === undefined) {
      faults.push({ variable: name, was: secret ? 'set to something else' : JSON.stringify(given), mustBe });
    }
  }
  return { values: values as Partial<Values>, faults };
}
