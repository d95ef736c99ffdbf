/** The desk's two cookies: the session's token, and the mark of a known browser (`staff_devices`). */
import type { Config } from '#server/config.ts';
import { readCookie, writeCookie } from '#server/http/cookies.ts';
import { dayMs } from '#server/times.ts';

/** A device is unknown again after this long without a sign-in. In milliseconds. */
export const deviceForMs = 90 * dayMs;

export type DeskCookies = ReturnType<typeof createDeskCookies>;

/**
 * With an https address the names begin with `__Host-`: browsers take such a cookie only from this very host and only over
 * TLS (RFC 6265bis 4.1.3.2), and no other name is read. On plain http, which is for localhost alone, some browsers refuse the
 * prefix, so it is left out.
 */
export function createDeskCookies({ production }: Pick<Config, 'production'>) {
  const nameOf = (name: string) => (production ? `__Host-${name}` : name);
  const sessionName = nameOf('desk');
  const deviceName = nameOf('desk-device');
  return {
    sessionOf: (header: string | undefined) => readCookie(header, sessionName),
    deviceOf: (header: string | undefined) => readCookie(header, deviceName),
    /** The header that sets the session's cookie. Null deletes the cookie. */
    session: (value: string | null, maxAgeMs = 0) => writeCookie(sessionName, { value, maxAgeMs, secure: production }),
    device: (value: string) => writeCookie(deviceName, { value, maxAgeMs: deviceForMs, secure: production }),
  };
}
