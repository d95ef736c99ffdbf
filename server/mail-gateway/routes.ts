/** `POST /api/v1.0/email/send` and `/send-form`: the mail provider's API. Here the lead store answers it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idTaken, writeFieldErrors } from '#contract/field-errors.ts';
import type { LeadForm } from '#contract/forms.ts';
import { type LeadKind, pages } from '#contract/pages.ts';
import { type SendBody, send, sendForm, sent, viewReceived } from '#contract/send-endpoints.ts';
import { sendRefusals } from '#contract/send-refusals.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { type Call, ok, register } from '#server/http/endpoint.ts';
import { takeUse } from '#server/http/limits.ts';
import type { Refusal } from '#server/http/refusal.ts';
import type { Receipt, Submission } from '#server/leads/service.ts';
import { mailboxOf } from '#server/mail-address.ts';
import { sendPage } from '#server/site/pages.ts';
import { readFormData } from './form-data.ts';
import { prepareFormPages, wantsPage } from './form-page.ts';
import { errorsOfPage, readSubmission } from './submission.ts';
import { prepareThankYou } from './thank-you-page.ts';

const viewThankYou = endpoint('GET', pages['thank-you'], {
  summary: 'What a browser without script is shown after it sent a form',
  origins: 'any',
  responses: { 200: z.string() },
});

/** The form that an envelope is for, or the name of the refusal when its key, service or template is unknown. */
function kindOf(
  { user_id, service_id, template_id }: SendBody,
  mail: Config['mail'],
): { readonly kind: LeadKind } | { readonly wrong: keyof typeof sendRefusals } {
  if (user_id !== mail.publicKey) return { wrong: 'userIdInvalid' };
  if (service_id !== mail.serviceId && service_id !== 'default_service') return { wrong: 'serviceNotFound' };
  const kind = (['inquiry', 'intake'] as const).find((kind) => mail.templateIds[kind] === template_id);
  return kind ? { kind } : { wrong: 'templateNotFound' };
}

type SendCall = Call<typeof send> | Call<typeof sendForm>;

export function mailGatewayRoutes(app: FastifyInstance, context: Context): void {
  const { config, limiters, leads, forms, metrics } = context;
  const formPages = prepareFormPages(context);
  const thankYou = prepareThankYou(context);
  const blocked = new Set(config.mail.blockList.map(mailboxOf));

  function isBlocked({ emailField }: LeadForm, { answers }: Submission): boolean {
    const mailbox = mailboxOf(String(answers[emailField]));
    return blocked.has(mailbox) || blocked.has(`*${mailbox.slice(mailbox.lastIndexOf('@'))}`);
  }

  /**
   * Stores the answers of an envelope.
   *
   * @param isPage whether a browser posted the form by itself, because no script of the page ran
   * @returns the receipt of the lead
   * @throws {Refusal}
   */
  async function accept(form: LeadForm, { body, request, refuse }: SendCall, isPage = false): Promise<Receipt> {
    const params = body.template_params ?? {};
    const read = readSubmission(form, params);
    if ('malformed' in read) throw refuse('malformed', { text: read.malformed });
    if ('errors' in read) {
      // A browser without script gets the form of now, with the list of now.
      const errors = isPage ? read.errors : errorsOfPage(form, params, read.errors);
      throw refuse('refused', { text: writeFieldErrors(errors) });
    }
    const submission = { ...read.submission, byBrowser: isPage };
    const known = await leads.known(submission);
    // The refusal must not reveal the block list.
    if (!known && isBlocked(form, submission)) throw refuse('blocked');
    const countNew = () => takeUse([limiters.leadsPerAddress, request.ip]);
    const acceptance = known ?? (await leads.accept(submission, countNew));
    if (acceptance.outcome === 'too-many') throw refuse('tooMany', acceptance);
    if (acceptance.outcome === 'id-taken') throw refuse('refused', { text: writeFieldErrors([idTaken]) });
    const { outcome, leadId } = acceptance;
    metrics.leads.inc({ kind: form.kind, outcome });
    request.log.info({ leadId, outcome, kind: form.kind, flags: submission.flags }, 'lead');
    return acceptance;
  }

  /** Takes a form. A browser without scripts gets a page as the response. */
  async function take(call: SendCall) {
    const named = kindOf(call.body as SendBody, config.mail);
    if ('wrong' in named) throw call.refuse(named.wrong);
    const form = forms[named.kind];
    if (call.request.isMultipart() && wantsPage(call.request)) {
      return formPages.answerPost(form, call, () => accept(form, call, true));
    }
    await accept(form, call);
    return sent;
  }

  const readBody = async (request: FastifyRequest, limitBytes: number) =>
    request.isMultipart() ? readFormData(request, limitBytes, { forPage: wantsPage(request) }) : request.body;

  /** Answers a browser without scripts whose form is too large to be read. */
  async function answerUnread({ status }: Refusal, request: FastifyRequest, reply: FastifyReply) {
    const isTooLarge = status === sendRefusals.tooLarge.status && request.isMultipart() && wantsPage(request);
    const page = isTooLarge ? await formPages.tooLarge() : undefined;
    return page && sendPage(request, reply, page, status);
  }

  register(app, context, send, take, { readBody, answerUnread });
  register(app, context, sendForm, take, { readBody, answerUnread });

  register(app, context, viewReceived, async ({ query }) =>
    ok({ received: await leads.hasSubmission(query.submission_id) }),
  );

  register(app, context, viewThankYou, async ({ request, reply }) => {
    const page = await thankYou(request.query as Record<string, unknown>);
    if (page) return sendPage(request, reply, page.page, page.found ? 200 : 404);
    reply.callNotFound();
    return reply;
  });
}
