/** `/api/desk/codes`: access codes, and the links by which a dealership gets its code. No endpoint here carries a code itself. */
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/desk/code-endpoints.ts';
import type { ListedCode } from '#server/access/service.ts';
import type { Context } from '#server/context.ts';
import { answered, ok, register } from '#server/http/endpoint.ts';
import { pageOf, pageRows } from '#server/paging.ts';
import { createShowDealership, presentCode } from './dealership-view.ts';

const numberPattern = /^[1-9]\d{0,8}$/;

export function codeRoutes(app: FastifyInstance, context: Context): void {
  const { codes, codeLinks, audit, now } = context;
  const shown = createShowDealership(context);

  const present = (code: ListedCode) => ({
    ...presentCode(code, now().toISOString()),
    dealershipId: code.dealership_id,
    dealershipName: code.dealership,
  });

  register(app, context, endpoints.listCodes, async ({ caller, query: { cursor }, refuse }) => {
    if (cursor !== undefined && !numberPattern.test(cursor)) throw refuse('invalid');
    const found = await codes.slice(cursor === undefined ? undefined : Number(cursor), pageRows + 1);
    audit.listed(caller, { name: 'codes' });
    const page = pageOf(found, ({ number }) => String(number));
    return ok({ ...page, rows: page.rows.map(present) });
  });

  register(app, context, endpoints.sendCodeLink, async ({ caller, params: { id }, body, refuse }) => {
    const outcome = await codeLinks.send(caller.personId, id, body);
    if (outcome !== 'sent' && outcome !== 'changed') throw refuse(outcome);
    const isSent = outcome === 'sent';
    return answered(isSent, await shown(id, { caller, refuse }, isSent));
  });

  register(app, context, endpoints.withdrawCodeLink, async ({ caller, params: { id }, body, refuse }) => {
    const outcome = await codeLinks.withdraw(caller.personId, id, body.link);
    if (outcome === 'notFound') throw refuse('notFound');
    const isWithdrawn = outcome === 'withdrawn';
    return answered(isWithdrawn, await shown(id, { caller, refuse }, isWithdrawn));
  });

  register(app, context, endpoints.revokeCode, async ({ caller, params, refuse }) => {
    const number = numberPattern.test(params.number) ? Number(params.number) : 0;
    if (!(await codes.revoke({ number }, caller.personId))) throw refuse('notFound');
    const [code] = await codes.slice(number + 1, 1);
    if (!code) throw refuse('notFound');
    return ok(present(code));
  });
}
