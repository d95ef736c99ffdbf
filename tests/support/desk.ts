/** A server with people of the staff who are signed in to the desk, and calls as a page of the desk makes them. */
import type { Permission } from '#contract/desk/permissions.ts';
import type { Method } from '#contract/endpoint.ts';
import type { Overrides } from '#server/context.ts';
import type { EngineUnderTest } from './each-engine.ts';
import { type PortalAnswer, startPortal } from './portal.ts';
import { staffOf } from './staff.ts';

export type { SignedIn } from './staff.ts';

interface DeskCall {
  readonly body?: object;
  readonly cookie?: string | undefined;
  /** Headers that replace those of a page of the desk, or are added to them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
}

export type { Permission };

/** The headers that a page of the desk sends with each request. */
export const fromDesk = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' } as const;

/** The real app of `startPortal`, with a desk. */
export async function startDesk(under: EngineUnderTest, env: Record<string, string> = {}, overrides: Overrides = {}) {
  const portal = await startPortal(under, env, overrides);
  const { app, context } = portal;
  const { addPerson, signInAs } = staffOf(context);

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
