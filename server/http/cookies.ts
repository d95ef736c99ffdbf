/** Cookies as headers carry them (RFC 6265bis). */

/** The value of a request's cookie; undefined when there is none of that name. When there are two, the first counts. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

interface CookieOptions {
  /** The value; null deletes the cookie. */
  readonly value: string | null;
  readonly maxAgeMs: number;
  /** Whether the cookie is sent over TLS only. A name with the prefix `__Host-` requires it. */
  readonly secure: boolean;
}

/** A `Set-Cookie` header for the whole host. Scripts cannot read the cookie, and pages of other sites do not send it. */
export function writeCookie(name: string, { value, maxAgeMs, secure }: CookieOptions): string {
  const maxAge = value === null ? 0 : Math.floor(maxAgeMs / 1000);
  const parts = [`${name}=${value ?? ''}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict'];
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ');
}
