/** A server with people of every role, a clock that the test moves, and requests that ring. */
import { onTestFinished } from 'vitest';
import type { Role } from '#contract/desk/permissions.ts';
import { mintId } from '#contract/reference.ts';
import { type Context, createContext } from '#server/context.ts';
import { createRinging, type DuePush } from '#server/ringing/service.ts';
import type { EngineUnderTest } from './each-engine.ts';
import { startPortal } from './portal.ts';

interface PersonFacts {
  readonly role?: Role | null;
  readonly onShift?: boolean;
  readonly onCall?: boolean;
}

/** The portal of `startPortal` without people on shift, at a time that stands still until the test moves it. */
export async function startNight(under: EngineUnderTest) {
  let atMs = Date.parse('2026-11-21T21:06:00.000Z');
  const now = () => new Date(atMs);
  const portal = await startPortal(
    under,
    { ON_SHIFT: '', LIMIT_AGENT_REQUESTS_PER_SESSION: '1000/1', LIMIT_AGENT_REQUESTS_PER_DEALERSHIP: '1000/1' },
    { now },
  );
  const { context } = portal;
  const { db } = context.storage;
  const token = await portal.sessionFor(portal.shared.code);

  /** A second server on the same database. */
  function replica(): Context {
    const other = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir, now });
    onTestFinished(() => other.storage.close());
    return other;
  }

  /** The ringing of a server. It records the pushes instead of sending them. */
  function ringingOf({ storage, presence }: Pick<Context, 'storage' | 'presence'> = context) {
    const pushed: DuePush[] = [];
    const onPush = (push: DuePush) => void pushed.push(push);
    const onError = (error: unknown) => {
      throw error;
    };
    return { ...createRinging({ storage, presence, now, onPush, onError }), pushed };
  }

  return {
    ...portal,
    db,
    now,
    replica,
    ringingOf,
    pass(ms: number) {
      atMs += ms;
    },

    /** Stores a person. Returns their id. */
    async person(name: string, { role = 'agent', onShift = false, onCall = false }: PersonFacts = {}): Promise<string> {
      const id = mintId();
      const at = now().toISOString();
      const switched = { on_shift_at: onShift ? at : null, on_call_at: onCall ? at : null };
      const mail = `${id}@boxline.example`;
      await db
        .insertInto('people')
        .values({ id, name, mail, mail_key: mail, role, created_at: at, ...switched })
        .execute();
      return id;
    },

    setShift: (id: string, on: boolean) =>
      db
        .updateTable('people')
        .set({ on_shift_at: on ? now().toISOString() : null })
        .where('id', '=', id)
        .execute(),

    /** Sends a dealership's request. Returns its id. */
    request: () => portal.ask(token, { additionalInfo: mintId() }),

    /** A person as the actor of a step at the desk. */
    async actorOf(personId: string) {
      const { name } = await db
        .selectFrom('people')
        .select('name')
        .where('id', '=', personId)
        .executeTakeFirstOrThrow();
      return { personId, name };
    },
  };
}

export type Night = Awaited<ReturnType<typeof startNight>>;
