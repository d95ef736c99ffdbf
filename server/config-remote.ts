/** What the addresses of the mail server and of PostgreSQL say about encryption and passwords. */
import { isIP } from 'node:net';

const loopbackHosts = ['localhost', '127.0.0.1', '::1'];

/** Options of `SMTP_URL` that the mail library reads from the part after `?`. */
const smtpOptions = /^(requireTLS|ignoreTLS|opportunisticTLS|authMethod|name|localAddress|tls\.[A-Za-z]+)$/;

/**
 * Reads an address of a mail server. A password with `/`, `#` or `?` that is not percent-encoded ends the host early, and
 * what follows it would be taken for a path: such an address is refused instead of connecting to the wrong host.
 */
export function smtpUrl(value: string): string | undefined {
  const parsed = URL.parse(value);
  if (!parsed || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '') return undefined;
  if (!['', '/'].includes(parsed.pathname) || parsed.hash) return undefined;
  return [...parsed.searchParams.keys()].every((name) => smtpOptions.test(name)) ? parsed.href : undefined;
}

export const smtpUrlMustBe =
  'an address such as smtps://user:password@mail.example or smtp://user:password@mail.example:587, with what is no letter or digit in user and password percent-encoded (@ as %40, / as %2F, # as %23, ? as %3F, % as %25)';

/** A host as its address names it, without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1');

/** The name or address of a host, as `UNENCRYPTED_HOSTS` lists it. */
export const hostName = (value: string): string | undefined =>
  isIP(value) || /^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(value) ? value.toLowerCase() : undefined;

/** Whether what is sent to a host stays on this machine or on a network that the operator trusts. */
export function isTrustedHost(url: string, trusted: readonly string[]): boolean {
  const host = hostOf(new URL(url)).toLowerCase();
  return host === '' || host.startsWith('/') || loopbackHosts.includes(host) || trusted.includes(host);
}

/**
 * Whether a mail may leave only over TLS: a password is in the address, and somebody could read it on the way. Without TLS
 * from the first byte (`smtps:`), STARTTLS must then succeed before the login (RFC 3207).
 */
export const mailNeedsTls = (smtp: string, trusted: readonly string[]): boolean =>
  new URL(smtp).password !== '' && !isTrustedHost(smtp, trusted);

/** Whether the address of the mail server switches off the TLS that its password needs. */
export function mailRefusesTls(smtp: string, trusted: readonly string[]): boolean {
  const { searchParams } = new URL(smtp);
  const off = ['ignoreTLS', 'opportunisticTLS'].some((name) => searchParams.get(name) === 'true');
  const unverified = searchParams.get('tls.rejectUnauthorized') === 'false';
  return mailNeedsTls(smtp, trusted) && (off || unverified || searchParams.get('requireTLS') === 'false');
}

/** A parameter of a database's address. Of several of one name `pg` takes the last, and `host` wins over the address's own. */
const lastOf = (database: string, name: string): string | undefined =>
  new URL(database).searchParams.getAll(name).at(-1);

/**
 * Whether the connection to PostgreSQL is encrypted and its server's certificate checked. `pg` checks it for each of
 * these words, unless it is told to behave like libpq, which checks it for the last one alone.
 */
export function databaseHasTls(database: string): boolean {
  const mode = lastOf(database, 'sslmode') ?? '';
  if (lastOf(database, 'uselibpqcompat') === 'true') return mode === 'verify-full';
  return ['require', 'verify-ca', 'verify-full'].includes(mode) || (mode === '' && lastOf(database, 'ssl') === 'true');
}

/** Whether PostgreSQL is reached over a network that is not trusted: not by a socket of this machine, nor by loopback. */
export function databaseIsRemote(database: string, trusted: readonly string[]): boolean {
  const host = lastOf(database, 'host')?.toLowerCase();
  if (!host) return !isTrustedHost(database, trusted);
  return !(host.startsWith('/') || loopbackHosts.includes(host) || trusted.includes(host));
}
