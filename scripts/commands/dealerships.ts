/** Finds dealerships for commands. */
import { shortIdOf } from '#contract/reference.ts';
import { endAccess } from '#server/access/service.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import { nameKeyOf } from '#server/dealerships/name.ts';
import {
  createDealerships,
  type Dealerships,
  type ListedDealership,
  listDealerships,
} from '#server/dealerships/service.ts';
import { auditOf } from './audit.ts';
import { CommandError } from './failures.ts';
import { oneLine } from './terminal.ts';

export const dealershipsOf = (storage: Storage, config: Config, now: () => Date): Dealerships =>
  createDealerships({ storage, audit: auditOf(config, now), now, endAccess });

/**
 * Finds a dealership that was not removed by its name, or by its id or the end of it. Its account may be closed. Two dealerships may
 * share a name; their ids differ.
 *
 * @throws CommandError when there is none, or more than one
 */
export async function findOne(storage: Storage, typed: string): Promise<ListedDealership> {
  const all = (await listDealerships(storage.db)).filter(({ removed_at }) => removed_at === null);
  const byId = /^[0-9a-f-]*[0-9a-f]{8}$/.test(typed) ? all.filter(({ id }) => id.endsWith(typed)) : [];
  const found = byId.length > 0 ? byId : all.filter(({ name }) => nameKeyOf(name) === nameKeyOf(typed));
  const [one, another] = found;
  if (one && !another) return one;
  const lines = (found.length > 0 ? found : all)
    .map((each) => `  ${shortIdOf(each.id)}  ${oneLine(each.name)}`)
    .join('\n');
  throw new CommandError(
    one
      ? `More than one dealership is called ${JSON.stringify(typed)}. Name one by its id:\n${lines}`
      : `There is no dealership ${JSON.stringify(typed)}. npm run dealerships -- add adds one. There are:\n${lines}`,
  );
}
