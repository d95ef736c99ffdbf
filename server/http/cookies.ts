/** Cookies as headers carry them (RFC 6265bis). */

/** The value of a cookie of a request; undefined when it has none of that name. Of two with one name the first counts. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

export interface CookieOptions {
  /** Null ends the cookie now. */
  readonly value: string | null;
  readonly maxAgeMs: number;
  /** Only over TLS. A name with the prefix `__Host-` needs it. */
  readonly secure: boolean;
}

/** A `Set-Cookie` header for the whole host: no script reads it, and no other site's page sends it. */
export function writeCookie(name: string, { value, maxAgeMs, secure }: CookieOptions): string {
  const maxAge = value === null ? 0 : Math.floor(maxAgeMs / 1000);
  const parts = [`${name}=${value ?? ''}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict'];
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ');
}
