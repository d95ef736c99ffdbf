/** A server that is backed up, continues, and is replaced by its restored backup. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../../support/desk-browser.ts';
import { type EngineUnderTest, type Place, temporaryFolder } from '../../support/each-engine.ts';
import { startPortal } from '../../support/portal.ts';
import { runCommand } from './commands.ts';

const keyOf = ({ dataDir, env }: Place): string =>
  env['SECRET_KEY'] ?? readFileSync(join(dataDir, 'secret.key'), 'utf8').trim();

const oldPlace = ({ dataDir, databaseUrl }: Place) => databaseUrl ?? dataDir;

type Start = Parameters<typeof startPortal>;

/** A server at a named place, so that it can be backed up. */
export async function startThere(under: EngineUnderTest, place: Place, env: Start[1] = {}, overrides: Start[2] = {}) {
  const server = await startPortal({ ...under, newPlace: async () => place }, { ON_SHIFT: '', ...env }, overrides);
  return { ...server, place, db: server.context.storage.db };
}

export type RestorableServer = Awaited<ReturnType<typeof startThere>>;

/** An empty place for the backup of another place, with that place's key. */
export async function emptyPlaceFor(under: EngineUnderTest, place: Place): Promise<Place> {
  const empty = await under.newPlace({ empty: true });
  return under.engine === 'sqlite' ? empty : { ...empty, env: { ...empty.env, SECRET_KEY: keyOf(place) } };
}

/**
 * Backs a server up, runs the given steps, and restores the backup into a new place. Returns the command's output and the place.
 */
export async function backedUpAndRestored(
  under: EngineUnderTest,
  { place }: Pick<RestorableServer, 'place'>,
  since: () => Promise<unknown>,
  { replaces }: { readonly replaces: boolean },
): Promise<{ readonly said: string; readonly next: Place }> {
  const folder = join(temporaryFolder(), 'backup');
  await runCommand(place, 'backup', [folder]);
  await since();
  const next = await emptyPlaceFor(under, place);
  const said = await runCommand(next, 'restore', [folder, ...(replaces ? ['--replaces', oldPlace(place)] : [])]);
  return { said, next };
}

/** The same, and starts a server on the restored place. */
export async function restoredAfter(
  under: EngineUnderTest,
  server: Pick<RestorableServer, 'place'>,
  since: () => Promise<unknown>,
  { replaces = true, env, overrides }: { replaces?: boolean; env?: Start[1]; overrides?: Start[2] } = {},
) {
  const { said, next } = await backedUpAndRestored(under, server, since, { replaces });
  return { ...(await startThere(under, next, env, overrides)), said };
}

let from = 0;

/** A browser at an address of its own, so that it shares no limit of an address. */
export const browserAt = (server: Parameters<typeof openBrowser>[0]) =>
  openBrowser(server, { from: `10.8.0.${++from}` });
