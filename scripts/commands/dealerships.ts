/** How commands find a dealership. */
import { revokeCodesOf } from '#server/access/codes.ts';
import type { Storage } from '#server/database/open.ts';
import { nameKeyOf } from '#server/dealerships/name.ts';
import {
  allDealerships,
  createDealerships,
  type Dealerships,
  type StoredDealership,
} from '#server/dealerships/service.ts';
import { CommandError } from './run.ts';
import { oneLine } from './terminal.ts';

export const dealershipsOf = (storage: Storage, now: () => Date): Dealerships =>
  createDealerships({ storage, now, revokeCodes: revokeCodesOf });

/** The first characters of an id, which are enough to tell dealerships apart. */
export const shortId = ({ id }: Pick<StoredDealership, 'id'>): string => id.slice(0, 8);

/**
 * Finds a dealership by its name, or by its id or the beginning of it. Two dealerships may have one name; their ids differ.
 *
 * @throws CommandError when there is none, or more than one
 */
export async function findOne(storage: Storage, typed: string): Promise<StoredDealership> {
  const all = await allDealerships(storage.db);
  const byId = /^[0-9a-f]{8}[0-9a-f-]*$/.test(typed) ? all.filter(({ id }) => id.startsWith(typed)) : [];
  const found = byId.length > 0 ? byId : all.filter(({ name }) => nameKeyOf(name) === nameKeyOf(typed));
  const [one, another] = found;
  if (one && !another) return one;
  const lines = (found.length > 0 ? found : all).map((each) => `  ${shortId(each)}  ${oneLine(each.name)}`).join('\n');
  throw new CommandError(
    one
      ? `More than one dealership is called ${JSON.stringify(typed)}. Name one by its id:\n${lines}`
      : `There is no dealership ${JSON.stringify(typed)}. npm run dealerships -- add adds one. There are:\n${lines}`,
  );
}
