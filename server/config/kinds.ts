/** The kinds of values that variables of the environment have: how each is read, and what it must be in words. */
import { BlockList, isIP } from 'node:net';
import * as z from 'zod/mini';
import { isOneAddress } from '../mail-address.ts';
import { readPhone } from '../phone.ts';

export interface Kind<T> {
  /** Reads the value of a variable from its text. */
  readonly schema: z.ZodMiniType<T, string>;
  /** What the text must be. It completes the sentence "it must be …". */
  readonly mustBe: string;
  readonly example?: string;
}

/** How many times something may happen in a span of time, for each key. */
export interface Limit {
  readonly times: number;
  readonly perSeconds: number;
}

/** A person who takes agent requests, reachable by text, by mail or by both. */
export interface Person {
  readonly name: string;
  /** In E.164. */
  readonly phone: string | null;
  readonly mail: string | null;
}

/** A kind whose text is read by a function that returns `undefined` for what it cannot read. */
function kind<T>(mustBe: string, read: (text: string) => T | undefined, example?: string) {
  const transform = z.transform((given: string, context: { issues: unknown[] }) => {
    const value = read(given);
    if (value !== undefined) return value;
    context.issues.push({ code: 'custom', message: mustBe, input: given });
    return z.NEVER;
  });
  return { schema: z.pipe(z.string(), transform), mustBe, ...(example !== undefined && { example }) } as Kind<T>;
}

const matching = (mustBe: string, pattern: RegExp, example?: string): Kind<string> =>
  kind(mustBe, (given) => (pattern.test(given) ? given : undefined), example);

const whole = (mustBe: string, least: number, most: number): Kind<number> =>
  kind(mustBe, (given) => {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  });

/** A list with commas between its items; it may be empty. */
const listOf = <T>(item: Kind<T>, mustBe: string, example?: string): Kind<readonly T[]> =>
  kind(
    mustBe,
    (given) => {
      const parts = given.split(',').flatMap((part) => part.trim() || []);
      const items = parts.map((part) => item.schema.safeParse(part));
      return items.every(({ success }) => success) ? items.map(({ data }) => data as T) : undefined;
    },
    example,
  );

export const text = matching('a text', /^/);
export const path = matching('a path', /^/, '/var/lib/boxline');
export const word = matching('a text without spaces', /^[\x21-\x7e]*$/);
export const accountId = matching('an id of letters and digits', /^[A-Za-z0-9]{2,64}$/);
export const key = matching('at least 32 characters of a random text', /^\S{32,}$/);
export const port = whole('a port number', 0, 65_535);
export const count = whole('a whole number from 1 to 100000', 1, 100_000);
export const milliseconds = whole('a whole number of milliseconds', 0, 999_999_999);
export const logLevel = {
  schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
  mustBe: 'debug, info, warn, error or silent',
};
export const yesOrNo = kind('true or false', (given) => ({ true: true, false: false })[given]);
export const host = kind('an IP address or localhost', (given) =>
  isIP(given) || given === 'localhost' ? given : undefined,
);

export const limit: Kind<Limit> = kind(
  'a count and a span in seconds',
  (given) => {
    const [, times, perSeconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(given) ?? [];
    return times && perSeconds ? { times: Number(times), perSeconds: Number(perSeconds) } : undefined;
  },
  '30/600',
);

const isOrigin = ({ pathname, search, hash, username }: URL) => pathname === '/' && !search && !hash && !username;
const isHttp = (url: URL | null): url is URL => url !== null && ['http:', 'https:'].includes(url.protocol);

/** An origin, without a slash at its end. */
export const origin = kind(
  'an http or https address without a path',
  (given) => {
    const parsed = URL.parse(given);
    return isHttp(parsed) && isOrigin(parsed) ? parsed.origin : undefined;
  },
  'https://desk.example',
);

/** Addresses that a server listens on or sends to, and that no browser opens: this host, multicast and broadcast (RFC 6890). */
const unopened = new BlockList();
unopened.addSubnet('0.0.0.0', 8, 'ipv4');
unopened.addSubnet('224.0.0.0', 3, 'ipv4');
unopened.addAddress('::', 'ipv6');
unopened.addSubnet('ff00::', 8, 'ipv6');

/** One part of a host name. A browser opens names with an underscore too. */
const namePart = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/;

/** Whether a browser somewhere can open the host of an address. */
function isOpened({ hostname, port: given }: URL): boolean {
  if (given === '0') return false;
  const name = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(name);
  if (family !== 0) return !unopened.check(name, family === 4 ? 'ipv4' : 'ipv6');
  return name
    .replace(/\.$/, '')
    .split('.')
    .every((part) => namePart.test(part));
}

/** The address that people open, without a slash at its end. */
export const openedOrigin = kind(
  'an http or https address without a path that people can open',
  (given) => {
    const parsed = URL.parse(given);
    return isHttp(parsed) && isOrigin(parsed) && isOpened(parsed) ? parsed.origin : undefined;
  },
  'https://desk.example',
);
export const origins = listOf(origin, 'http or https addresses without a path', 'https://www.dealer.example');

/** An address that paths are added to, without a slash at its end. */
export const baseUrl = kind(
  'an http or https address',
  (given) => {
    const parsed = URL.parse(given);
    if (!isHttp(parsed) || parsed.search || parsed.hash || parsed.username) return undefined;
    return parsed.href.replace(/\/+$/, '');
  },
  'https://project.supabase.co',
);

/** Whether the host of an address is not percent-encoded, or is encoded correctly. */
function hasReadableHost({ hostname }: URL): boolean {
  try {
    decodeURIComponent(hostname);
    return true;
  } catch {
    return false;
  }
}

/** An unencoded `#` in a password ends the host early, as in `smtpUrl`. */
export const databaseUrl = kind(
  'a postgres:// address, with # in user and password written as %23 and % as %25,',
  (given) => {
    const parsed = URL.parse(given);
    if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol)) return undefined;
    return parsed.hash === '' && hasReadableHost(parsed) ? parsed.href : undefined;
  },
  'postgres://user:password@db.example/boxline',
);

/** Options of `SMTP_URL` that the mail library reads from the part after `?`. */
const smtpOptions = /^(requireTLS|ignoreTLS|opportunisticTLS|authMethod|name|localAddress|tls\.[A-Za-z]+)$/;

/**
 * An address of a mail server. A password with `/`, `#` or `?` that is not percent-encoded ends the host early, and the rest
 * would be taken for a path. Such an address is refused, because the server would connect to the wrong host.
 */
export const smtpUrl = kind(
  'an smtps:// or smtp:// address, in which every character of user and password that is not a letter or digit is percent-encoded (@ as %40, / as %2F, # as %23, ? as %3F, % as %25),',
  (given) => {
    const parsed = URL.parse(given);
    if (!parsed || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '') return undefined;
    if (!['', '/'].includes(parsed.pathname) || parsed.hash || !hasReadableHost(parsed)) return undefined;
    return [...parsed.searchParams.keys()].every((name) => smtpOptions.test(name)) ? parsed.href : undefined;
  },
  'smtp://user:password@mail.example:587',
);

/** The number of bits that a network fixes: 8 in `10.0.0.0/8`, all of them in a single address. Undefined for what is neither. */
function fixedBits(given: string): number | undefined {
  const [address = '', bits, ...rest] = given.split('/');
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (most === undefined || rest.length > 0) return undefined;
  if (bits === undefined) return most;
  return /^\d+$/.test(bits) && Number(bits) <= most ? Number(bits) : undefined;
}

/** A network of all addresses is none: anybody could choose the address that their requests are counted by. */
const proxy = kind('`loopback`, an IP address or a network', (given) =>
  given === 'loopback' || (fixedBits(given) ?? 0) > 0 ? given : undefined,
);
export const proxies = listOf(
  proxy,
  '`loopback`, IP addresses or networks smaller than the whole internet',
  '10.0.0.0/8',
);

const hostName = kind('a host name or IP address', (given) =>
  isIP(given) || /^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(given) ? given.toLowerCase() : undefined,
);
const hostAndPort = kind('a host name, with a port when it is not 443', (given) =>
  /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[1-9]\d{0,4})?$/.test(given) && URL.canParse(`https://${given}`)
    ? new URL(`https://${given}`).host
    : undefined,
);
export const hostsAndPorts = listOf(
  hostAndPort,
  'host names, each with a port when it is not 443',
  'push.example:8443',
);

export const hostNames = listOf(hostName, 'host names or IP addresses', 'mail.internal');

/** Host names, addresses and networks, sorted into hosts and networks. */
export const targets = kind(
  'host names, IP addresses or networks',
  (given) => {
    const parts = given.split(',').flatMap((part) => part.trim() || []);
    const isNetwork = (part: string) => fixedBits(part) !== undefined;
    const networks = parts.filter(isNetwork);
    const hosts = parts.filter((part) => !isNetwork(part));
    const read = hostNames.schema.safeParse(hosts.join(','));
    return read.success ? { hosts: read.data, networks } : undefined;
  },
  'automation.internal,10.1.0.0/16',
);

export const mailAddress = kind(
  'one e-mail address',
  (given) => (isOneAddress(given) ? given : undefined),
  'desk@boxline.example',
);
const mailAddresses = listOf(mailAddress, 'e-mail addresses');

/** Senders: each an address, or every address of a domain. A star anywhere else would be taken for a letter of the address. */
export const senders = listOf(
  kind('an e-mail address', (given) =>
    isOneAddress(given) && !given.replace(/^\*@/, '').includes('*') ? given : undefined,
  ),
  'e-mail addresses, where `*@` and a domain is every address of the domain',
  'pest@dealer.example,*@pests.example',
);

/** The recipients of a mail, at least one. */
export const recipients = kind(
  'one e-mail address or several',
  (given) => {
    const [first, ...also] = mailAddresses.schema.safeParse(given).data ?? [];
    return first === undefined ? undefined : { first, also };
  },
  'leads@boxline.example',
);

/** A telephone number in E.164. */
export const phone = kind('a telephone number', (given) => readPhone(given)?.number, '+12075550100');

/** `Name, telephone, mail`, where one of the last two may be missing. */
function readPerson(entry: string): Person | undefined {
  const [name, ...ways] = entry.split(',').map((part) => part.trim());
  const mail = ways.find((way) => isOneAddress(way));
  const typed = ways.find((way) => way !== mail);
  const number = typed === undefined ? undefined : readPhone(typed)?.number;
  const understood = Number(mail !== undefined) + Number(number !== undefined);
  if (!name || ways.length === 0 || understood !== ways.length) return undefined;
  return { name, phone: number ?? null, mail: mail ?? null };
}

export const people: Kind<readonly Person[]> = kind(
  'people with a telephone, a mail address or both',
  (given) => {
    const read = given.split(';').flatMap((entry) => (entry.trim() === '' ? [] : [readPerson(entry)]));
    return read.every((person) => person !== undefined) ? read : undefined;
  },
  'Marlow Finch, +12075550121, marlow@boxline.example; Tamsin Okoro, +12075550122',
);
