/** `POST /api/v1.0/email/send` and `/send-form`: the mail provider's API, answered by the lead store. */
import '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { LeadForm } from '#contract/forms.ts';
import { pages } from '#contract/pages.ts';
import {
  idTaken,
  receivedAnswer,
  receivedPath,
  receivedQuery,
  sendAnswers,
  sendBody,
  sendFormPath,
  sendPath,
  writeFieldErrors,
} from '#contract/send.ts';
import type { Context } from '#server/context.ts';
import { answerPreflight, checkOrigin } from '#server/http/origins.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Receipt, Submission } from '#server/leads/service.ts';
import { mailboxOf } from '#server/mail-address.ts';
import { sendPage } from '#server/site/pages.ts';
import { kindOf, readEnvelope } from './envelope.ts';
import { readFormData } from './form-data.ts';
import { prepareAnswerPage, prepareThankYou, wantsPage } from './form-page.ts';
import { readSubmission } from './submission.ts';

/** The largest request body, in bytes: every field at its longest, in UTF-8, with room to spare. */
export const bodyLimit = 64 * 1024;

const text = z.string();
const responses = { 200: text, 400: text, 403: text, 413: text, 415: text, 422: text, 429: text };

export async function mailGatewayRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, limiters, leads, forms, metrics } = context;
  const answerPage = prepareAnswerPage(context);
  const blocked = new Set(config.mail.blockList.map(mailboxOf));

  /** Refuses a sender whose address the operator blocked. Whoever reads the refusal learns nothing of the list. */
  function refuseBlocked({ emailField }: LeadForm, { answers }: Submission): void {
    if (blocked.has(mailboxOf(String(answers[emailField])))) throw new Refusal(sendAnswers.blocked);
  }

  /** Stores what an envelope carries; the receipt of its lead, or a refusal. */
  async function accept(body: unknown, request: FastifyRequest): Promise<Receipt> {
    const envelope = readEnvelope(body);
    const form = forms[kindOf(envelope, config.mail)];
    const read = readSubmission(form, envelope.template_params ?? {});
    if (!read.ok) throw new Refusal({ ...sendAnswers.refused, text: writeFieldErrors(read.errors) });
    const known = await leads.known(read.submission);
    if (!known) {
      refuseBlocked(form, read.submission);
      await limiters.leadsPerAddress(request.ip);
    }
    const acceptance = known ?? (await leads.accept(read.submission));
    if (acceptance.outcome === 'id-taken') {
      throw new Refusal({ ...sendAnswers.refused, text: writeFieldErrors([idTaken]) });
    }
    const { outcome, leadId } = acceptance;
    metrics.leads.inc({ kind: form.kind, outcome });
    request.log.info({ leadId, outcome, kind: form.kind, flags: read.submission.flags }, 'lead');
    return acceptance;
  }

  /** Before the body is read, so that a page hears also why its body was refused. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => checkOrigin(config, request, reply);

  const ok = (reply: FastifyReply) => reply.code(sendAnswers.ok.status).type('text/plain').send(sendAnswers.ok.text);

  for (const path of [sendPath, sendFormPath]) {
    app.options(path, { schema: { hide: true } }, (request, reply) =>
      answerPreflight(config, request, reply, 'content-type'),
    );
  }

  /** Form data, from a script or from a browser without one, which is answered with a page. */
  async function answerForm(request: FastifyRequest, reply: FastifyReply) {
    const body = await readFormData(request, bodyLimit);
    if (wantsPage(request)) return answerPage(request, reply, body, () => accept(body, request));
    await accept(body, request);
    return ok(reply);
  }

  app.route({
    method: 'POST',
    url: sendPath,
    bodyLimit,
    schema: {
      summary: 'Send a form as JSON, or as multipart/form-data',
      consumes: ['application/json', 'multipart/form-data'],
      body: sendBody,
      response: { ...responses, 303: text },
    },
    // The schema documents the body; `readEnvelope` checks it, because the provider's texts and their order are fixed.
    validatorCompiler: () => (value: unknown) => ({ value }),
    onRequest,
    async handler(request, reply) {
      await limiters.requestsPerAddress(request.ip);
      if (request.isMultipart()) return answerForm(request, reply);
      await accept(request.body, request);
      return ok(reply);
    },
  });

  app.route({
    method: 'POST',
    url: sendFormPath,
    bodyLimit,
    schema: {
      summary: 'Send a form as multipart/form-data',
      consumes: ['multipart/form-data'],
      response: { ...responses, 303: text },
    },
    onRequest,
    async handler(request, reply) {
      await limiters.requestsPerAddress(request.ip);
      return answerForm(request, reply);
    },
  });

  app.route({
    method: 'GET',
    url: receivedPath,
    schema: {
      summary: 'Whether a submission was received',
      querystring: receivedQuery,
      response: { 200: receivedAnswer, 400: text, 429: text },
    },
    validatorCompiler: () => (value: unknown) => ({ value }),
    async handler(request, reply) {
      await limiters.requestsPerAddress(request.ip);
      const query = z.safeParse(receivedQuery, request.query);
      if (!query.success) throw new Refusal(sendAnswers.malformed);
      const received = await leads.hasSubmission(query.data.submission_id);
      return reply.header('cache-control', 'no-store').send({ received });
    },
  });

  const thankYou = prepareThankYou(context);
  app.get(pages['thank-you'], { schema: { hide: true } }, async (request, reply) => {
    await limiters.requestsPerAddress(request.ip);
    const answer = await thankYou(request.query as Record<string, unknown>);
    return answer ? sendPage(request, reply, answer.page, answer.found ? 200 : 404) : reply.callNotFound();
  });
}
