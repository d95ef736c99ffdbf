/** Known devices: browsers in which a person gave both factors before. A signed cookie marks them. */
import { mintId } from '#contract/reference.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { isSame } from '#server/keyed-hash.ts';
import { isoBefore } from '#server/times.ts';
import { deviceForMs } from './cookies.ts';
import { findDevice, putDevice } from './store.ts';

/** The most codes in a row that are checked: from all unknown devices together, from each known one, and after a device link. */
export const mostWrongCodes = 10;

export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ storage, keyed, now }: Environment) {
  return {
    /** The id of the device that a cookie names; null when the cookie has no valid mark. */
    read(cookie: string | undefined): string | null {
      const [id = '', mark = ''] = (cookie ?? '').split('.');
      return id !== '' && isSame(mark, keyed.of('staff-device', id)) ? id : null;
    },

    cookieOf: (id: string): string => `${id}.${keyed.of('staff-device', id)}`,

    /**
     * Whether a person signed in from a device within the last 90 days, and fewer than `mostWrongCodes` were tried from it since.
     *
     * @param reader the caller's transaction, if there is one, because it must not wait for another connection
     */
    async isKnown(personId: string, deviceId: string | null, reader: Reader = storage.db): Promise<boolean> {
      if (deviceId === null) return false;
      const since = isoBefore(now(), deviceForMs);
      const device = await findDevice(reader, personId, deviceId, since);
      return device !== undefined && device.wrong_codes < mostWrongCodes;
    },

    /** Makes a device known for a person, in the caller's transaction. Resolves to its id. */
    async remember(trx: Trx, personId: string, deviceId: string | null): Promise<string> {
      const id = deviceId ?? mintId();
      await putDevice(trx, personId, id, now().toISOString());
      return id;
    },
  };
}
