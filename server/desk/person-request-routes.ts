/** A person's request at the desk: finds and erases what is kept about somebody, and checks certificates. */
import type { FastifyInstance } from 'fastify';
import type { CertificateRecord, CertificateRow } from '#contract/desk/person-request-endpoints.ts';
import * as endpoints from '#contract/desk/person-request-endpoints.ts';
import type { Context } from '#server/context.ts';
import { type Certificate, ErasuresFileError } from '#server/erasure/service.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { pageOf, pageRows } from '#server/paging.ts';
import { namesOfPeople } from '#server/people/service.ts';
import { readSought } from '#server/person-search.ts';
import { distinct, fieldsOf } from '#server/rows.ts';

export function personRequestRoutes(app: FastifyInstance, context: Context): void {
  const { audit, erasure, log, storage } = context;

  async function presentAll(certificates: readonly Certificate[]): Promise<CertificateRow[]> {
    const nameOf = await namesOfPeople(storage.db, distinct(certificates, 'byId'));
    return certificates.map(({ byId, items, ...certificate }) => ({
      ...certificate,
      items: [...items],
      by: nameOf(byId) ?? byId,
    }));
  }

  async function recordOf(id: string): Promise<CertificateRecord | undefined> {
    const found = await erasure.certificate(id);
    const [row] = found ? await presentAll([found.certificate]) : [];
    return row && found && { ...row, checks: found.checks };
  }

  register(app, context, endpoints.findPerson, async ({ caller, body: { text }, refuse }) => {
    const read = () => erasure.find(text);
    const found = await erasure.readAudited(read, async (seen, checkCurrent) => {
      if (!seen) return;
      await storage.transaction(async (trx) => {
        await audit.write(trx, {
          by: caller.personId,
          action: 'person-sought',
          about: [{ kind: 'list', id: 'person-request' }],
          detail: { by: seen.sought.by, found: seen.items.length },
        });
        await checkCurrent(trx);
      });
    });
    if (!found) throw refuse('tooShort');
    const { sought, items, more } = found;
    const shown = items.map((item) => ({
      ...fieldsOf(item, 'kind', 'id', 'reference', 'title', 'at', 'class', 'about', 'kept'),
      matches: [...item.matches],
    }));
    return ok({ by: sought.by, items: shown, more: [...more] });
  });

  register(app, context, endpoints.eraseItems, async ({ caller, body: { items, reason, search }, refuse }) => {
    const sought = search && readSought(search.text);
    if (search && !sought) throw refuse('tooShort');
    const shown = search && sought && { sought, shown: search.shown };
    const outcome = await erasure.erase({ items, reason, by: caller, search: shown }).catch((err: unknown) => {
      if (!(err instanceof ErasuresFileError)) throw err;
      log.error({ err }, 'nothing was erased');
      throw refuse('noFile');
    });
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    if (outcome.kind === 'kept') return { status: 409, value: { kept: [...outcome.items] } };
    const record = await recordOf(outcome.id);
    if (!record) throw new Error('An erasure has a certificate');
    return ok(record);
  });

  register(app, context, endpoints.listErasures, async ({ caller, query: { before } }) => {
    audit.listed(caller, { name: 'erasures' });
    const found = await erasure.certificates(before === undefined ? undefined : Number(before), pageRows + 1);
    const page = pageOf(found, ({ seq }) => String(seq));
    return ok({ certificates: await presentAll(page.rows), next: page.cursor });
  });

  register(app, context, endpoints.viewErasure, async ({ caller, params: { id }, refuse }) => {
    const record = await recordOf(id);
    if (!record) throw refuse('noCertificate');
    audit.listed(caller, { name: 'erasures' });
    return ok(record);
  });
}
