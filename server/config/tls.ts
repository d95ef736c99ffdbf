/** Whether the connections to the mail server and to PostgreSQL are encrypted, and whether they have to be. */

const loopbackHosts = ['localhost', '127.0.0.1', '::1'];

/** The host of an address, without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1');

/** Whether an address leads to this machine. */
export const isLoopback = (url: string): boolean => loopbackHosts.includes(hostOf(new URL(url)));

/** Whether the host of an address is this machine or on a network that the operator trusts. */
function isTrustedHost(url: string, trusted: readonly string[]): boolean {
  const host = hostOf(new URL(url)).toLowerCase();
  return host === '' || host.startsWith('/') || loopbackHosts.includes(host) || trusted.includes(host);
}

/**
 * Whether mail may be sent only over TLS: when the address has a password, which could be read on the way. Without TLS from the
 * first byte (`smtps:`), STARTTLS must then succeed before the login (RFC 3207).
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

/** A parameter of a database's address. Of several, `pg` takes the last one; `host` precedes the address's own host. */
const lastOf = (database: string, name: string): string | undefined =>
  new URL(database).searchParams.getAll(name).at(-1);

/**
 * Whether the connection to PostgreSQL is encrypted and its server's certificate checked. `pg` checks the certificate with each of
 * these modes, unless it is told to behave like libpq, which checks it only with the last one.
 */
export function databaseHasTls(database: string): boolean {
  const mode = lastOf(database, 'sslmode') ?? '';
  if (lastOf(database, 'uselibpqcompat') === 'true') return mode === 'verify-full';
  return ['require', 'verify-ca', 'verify-full'].includes(mode) || (mode === '' && lastOf(database, 'ssl') === 'true');
}

/** Whether PostgreSQL is reached over an untrusted network: by no socket of this machine, no loopback and no trusted host. */
export function databaseIsRemote(database: string, trusted: readonly string[]): boolean {
  const host = lastOf(database, 'host')?.toLowerCase();
  if (!host) return !isTrustedHost(database, trusted);
  return !(host.startsWith('/') || loopbackHosts.includes(host) || trusted.includes(host));
}
