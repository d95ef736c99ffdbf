/** A server with people of the staff who are signed in to the desk, and calls as a page of the desk makes them. */
import type { Permission, Role } from '#contract/desk/permissions.ts';
import type { Method } from '#contract/endpoint.ts';
import { mintId } from '#contract/reference.ts';
import type { Overrides } from '#server/context.ts';
import type { EngineUnderTest } from './each-engine.ts';
import { type PortalAnswer, startPortal } from './portal.ts';

/** Somebody who is signed in. */
export interface SignedIn {
  readonly personId: string;
  readonly name: string;
  readonly mail: string;
  readonly sessionId: string;
  /** The value of the `cookie` header. */
  readonly cookie: string;
}

export interface DeskCall {
  readonly body?: object;
  readonly cookie?: string | undefined;
  /** Headers in the place of those that a page of the desk sends, or beside them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
}

export type DeskApp = Awaited<ReturnType<typeof startDesk>>;
export type { Permission };

/** What a page of the desk sends with each request. */
export const fromDesk = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' } as const;

/** The real app of `startPortal`, with a desk. */
export async function startDesk(under: EngineUnderTest, env: Record<string, string> = {}, overrides: Overrides = {}) {
  const portal = await startPortal(under, env, overrides);
  const { app, context } = portal;
  const { storage, signIn, now } = context;

  /** Stores somebody with a role and, unless it is null, a staff account whose password nobody knows. */
  async function addPerson(role: Role | null, { name = `${role ?? 'nobody'} ${mintId()}` } = {}) {
    const at = now().toISOString();
    const id = mintId();
    const mail = `${id}@boxline.example`;
    await storage.db.insertInto('people').values({ id, name, mail, mail_key: mail, role, created_at: at }).execute();
    const account = { person_id: id, password_hash: 'none', password_changed_at: at, created_at: at };
    if (role !== null) await storage.db.insertInto('staff_accounts').values(account).execute();
    return { id, name, mail, role };
  }

  /** Signs somebody of a role in, with both factors proven a moment ago. */
  async function signInAs(role: Role, options: { readonly name?: string; readonly fresh?: boolean } = {}) {
    const { id, name, mail } = await addPerson(role, options);
    const { sessionId, token } = await storage.transaction((trx) =>
      signIn.sessions.begin(
        trx,
        { id, role },
        'signed-in',
        { device: 'Firefox on Linux', deviceId: null },
        { proved: options.fresh ?? true },
      ),
    );
    const [cookie = ''] = signIn.cookies.session(token, 1000).split(';');
    return { personId: id, name, mail, sessionId, cookie } satisfies SignedIn;
  }

  /** Calls as a page of the desk does. */
  async function desk(
    method: Method,
    url: string,
    { body, cookie, headers, from }: DeskCall = {},
  ): Promise<PortalAnswer> {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: from ?? '127.0.0.1',
      headers: { ...fromDesk, ...(cookie !== undefined && { cookie }), ...headers },
      ...(method !== 'GET' && { payload: JSON.stringify(body ?? {}) }),
    });
    return {
      status: answer.statusCode,
      text: answer.body,
      headers: answer.headers,
      json: () => answer.json(),
    };
  }

  return { ...portal, addPerson, signInAs, desk };
}
