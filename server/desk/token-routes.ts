/** The tokens of the read API, over their service. */
import type { FastifyInstance } from 'fastify';
import type { ApiScope } from '#contract/api.ts';
import type { ApiTokenRow } from '#contract/desk/connection-endpoints.ts';
import * as endpoints from '#contract/desk/connection-endpoints.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { namesOfPeople } from '#server/people/service.ts';
import { distinct, fieldsOf } from '#server/rows.ts';

export function tokenRoutes(app: FastifyInstance, context: Context): void {
  const { apiTokens, audit, now, storage } = context;

  async function view() {
    const tokens = await apiTokens.list();
    const nameOf = await namesOfPeople(storage.reads, distinct(tokens, 'created_by'));
    const serverNow = now().toISOString();
    const presented = tokens.map(
      (token): ApiTokenRow => ({
        ...fieldsOf(token, 'id', 'name', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'),
        scopes: JSON.parse(token.scopes) as ApiScope[],
        state: token.revoked_at !== null ? 'revoked' : token.expires_at > serverNow ? 'live' : 'expired',
        createdBy: nameOf(token.created_by),
      }),
    );
    return { tokens: presented, serverNow };
  }

  register(app, context, endpoints.listTokens, async ({ caller }) => {
    audit.listed(caller, { name: 'api-tokens' });
    return ok(await view());
  });

  register(app, context, endpoints.makeToken, async ({ caller, body, refuse }) => {
    const made = await apiTokens.make(body, caller);
    if ('refused' in made) throw refuse(made.refused);
    return ok({ id: made.id, token: made.token });
  });

  register(app, context, endpoints.revokeToken, async ({ caller, params: { id }, refuse }) => {
    if (!(await apiTokens.revoke(id, caller.personId))) throw refuse('notFound');
    return ok(await view());
  });
}
