/** The responses to a form from a browser without scripts: the thank-you page, or the form again with its answers. */
import type { CheerioAPI } from 'cheerio';
import type { FastifyRequest } from 'fastify';
import { brand } from '#brand/brand.ts';
import { lists } from '#brand/lists.ts';
import { checkAnswers, readParams } from '#contract/answers.ts';
import { readFieldErrors } from '#contract/field-errors.ts';
import type { Answers, Field, FieldError } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import { consentField, rewordedConsent } from '#contract/intake.ts';
import { formPages, pages } from '#contract/pages.ts';
import { idPattern } from '#contract/reference.ts';
import type { send, sendForm } from '#contract/send-endpoints.ts';
import { sendRefusals } from '#contract/send-refusals.ts';
import type { Context } from '#server/context.ts';
import type { Call } from '#server/http/endpoint.ts';
import { refusalFor } from '#server/http/errors.ts';
import type { Refusal } from '#server/http/refusal.ts';
import type { Receipt } from '#server/leads/service.ts';
import { copyMarkup, parseMarkup } from '#server/site/markup.ts';
import { oncePerPage, type PreparedPage, preparePage, sendPage } from '#server/site/pages.ts';
import { cutFieldsOf } from './form-data.ts';
import { drawOutcome, removeScripts } from './thank-you-page.ts';

const blockedText = 'This e-mail address cannot be used here. Give another one, or call us';
const tooManyText = 'Too many forms came from your connection. Wait a minute, then send it again';

/** Whether the client asks for a page, as a browser without scripts does. */
export const wantsPage = (request: FastifyRequest): boolean => String(request.headers.accept).includes('text/html');

function fillControl($: CheerioAPI, field: Field, answer: Answers[string] | undefined): void {
  const control = $(`[data-field="${field.name}"]`).find(`[name="${field.name}"]`);
  if (field.kind === 'tick') control.prop('checked', answer === true);
  else if (field.kind === 'many') {
    const chosen = new Set(Array.isArray(answer) ? answer : []);
    control.each((_, box) => void $(box).prop('checked', chosen.has($(box).attr('value') ?? '')));
  } else if (field.kind === 'choice') {
    control.find('option').each((_, option) => void $(option).prop('selected', $(option).attr('value') === answer));
  } else if (control.is('textarea')) control.text(String(answer ?? ''));
  else control.attr('value', String(answer ?? ''));
}

function showError($: CheerioAPI, { field: name, text }: FieldError): void {
  const wrapper = $(`[data-field="${name}"]`);
  const control = wrapper.find(`[name="${name}"]`).first();
  const message = wrapper.find('[data-error]');
  message.text(text).removeAttr('hidden');
  // The control's `aria-describedby` already names the element of the error and the help.
  control.attr('aria-invalid', 'true');
  const link = $('<a></a>')
    .attr('href', `#${control.attr('id') ?? ''}`)
    .text(text);
  $('[data-error-summary] ul').append($('<li></li>').append(link));
}

/** Parses the page of a form, without its scripts. */
async function parseForm({ html }: PreparedPage): Promise<CheerioAPI> {
  const $ = await parseMarkup(html);
  removeScripts($);
  // Without script nothing counts what is left of the answers that come back.
  $('.form-nav-left').remove();
  return $;
}

/** The form's page with the answers and their faults. */
async function drawForm(
  parsed: CheerioAPI,
  { config }: Context,
  form: LeadForm,
  params: Record<string, unknown>,
  mistakes: readonly FieldError[],
) {
  const $ = await copyMarkup(parsed);
  const answers = readParams(form.fields, params) as Answers;
  const errors = [...mistakes];
  if (answers[consentField] === true && params['sms_consent_version'] !== lists.smsConsent.version) {
    answers[consentField] = false;
    errors.push({ field: consentField, text: rewordedConsent });
  }
  for (const field of form.fields) fillControl($, field, answers[field.name]);
  // The page before this one goes on with the id that it posted, so what is corrected here must be sent under it.
  const id = String(params['submission_id']);
  if (idPattern.test(id)) $('[name="submission_id"]').attr('value', id);
  const known = new Set(form.fields.map(({ name }) => name));
  for (const error of errors) {
    if (known.has(error.field)) showError($, error);
    else $('[data-error-summary] ul').append($('<li></li>').text(error.text));
  }
  $('[data-error-summary]').removeAttr('hidden');
  $('title').text(`Error: ${$('title').text()}`);
  return preparePage($, config, { once: true });
}

/** The statuses of refusals that a person can act on: the form is shown again with its faults. */
const redrawn: readonly number[] = [
  sendRefusals.tooLarge,
  sendRefusals.refused,
  sendRefusals.tooMany,
  sendRefusals.blocked,
  sendRefusals.internal,
  sendRefusals.storeBusy,
].map(({ status }) => status);

const tooLargeText = 'What you sent is too large. Shorten what you typed, then send it again';

/** How much of a cut answer is shown, as a multiple of its field's maximum: a field grows with its text. */
const shownLengths = 4;

/** The answers of a too-large form, with the beginnings of the cut ones. */
function beginnings({ fields }: LeadForm, params: Record<string, unknown>, cut: ReadonlySet<string>) {
  const lost = fields.flatMap(({ name, maxLength }) => {
    const value = params[name];
    return cut.has(name) && typeof value === 'string'
      ? [[name, value.slice(0, shownLengths * maxLength)] as const]
      : [];
  });
  return { ...params, ...Object.fromEntries(lost) };
}

/** The faults of a too-large form, in the order of the form: answers that are too long, and other faults. */
function errorsOfLarge({ fields }: LeadForm, params: Record<string, unknown>, cut: ReadonlySet<string>): FieldError[] {
  const checked = checkAnswers(fields, params);
  const others = new Map(checked.ok ? [] : checked.errors.map((error) => [error.field, error.text]));
  const errors = fields.flatMap(({ name, label, maxLength }) => {
    const cutText = `${label} is too long, and only its beginning is left here: shorten it to ${maxLength}`;
    const text = cut.has(name) ? cutText : others.get(name);
    return text === undefined ? [] : [{ field: name, text }];
  });
  return errors.length > 0 ? errors : [{ field: '', text: tooLargeText }];
}

function errorsOf({ status, message }: Refusal, { emailField }: LeadForm): FieldError[] {
  if (status >= sendRefusals.internal.status) return [{ field: '', text: message }];
  if (status === sendRefusals.tooMany.status) return [{ field: '', text: tooManyText }];
  return status === sendRefusals.blocked.status ? [{ field: emailField, text: blockedText }] : readFieldErrors(message);
}

/** The page that is shown when a form was too large to be read. */
async function drawTooLarge({ html }: PreparedPage, config: Context['config']): Promise<PreparedPage> {
  const $ = await drawOutcome(html, 'too-large');
  $('title').text(`${$('h1').text()} | ${brand.name}`);
  return preparePage($, config);
}

/** Answers form posts with pages: a 303 redirect to the thank-you page, or the form again. */
export function prepareFormPages(context: Context) {
  const { pages: site, config } = context;
  // Parsing is most of the work of drawing a page, so it is done once for each page.
  const parsed = { inquiry: oncePerPage(parseForm), intake: oncePerPage(parseForm) };
  const tooLarge = oncePerPage((page: PreparedPage) => drawTooLarge(page, config));

  return {
    /** The page for a form that is too large to be read; undefined for a site without a thank-you page. */
    async tooLarge(): Promise<PreparedPage | undefined> {
      const page = await site.byName('thank-you');
      return page && tooLarge(page);
    },

    /** Accepts a posted form, and answers with the redirect or with the form again. */
    async answerPost(form: LeadForm, call: Call<typeof send> | Call<typeof sendForm>, accept: () => Promise<Receipt>) {
      const { request, reply, body, refuse } = call;
      const cut = cutFieldsOf(request);
      let receipt: Receipt;
      try {
        if (cut) throw refuse('tooLarge');
        receipt = await accept();
      } catch (error) {
        const refusal = refusalFor(error, request);
        if (!redrawn.includes(refusal.status)) throw refusal;
        // A page costs far more work than a line of text, so pages have their own limit. When it is reached, the browser's Back
        // button still shows the answers.
        const retryAfterMs = await context.limiters.formPagesPerAddress.take(request.ip);
        if (retryAfterMs > 0 && refusal.status >= sendRefusals.internal.status) throw refusal;
        if (retryAfterMs > 0) throw refuse('tooMany', { retryAfterMs });
        reply.headers(refusal.headers);
        const sent = body.template_params ?? {};
        const params = cut ? beginnings(form, sent, cut) : sent;
        const errors = cut ? errorsOfLarge(form, params, cut) : errorsOf(refusal, form);
        const page = await site.byName(formPages[form.kind]);
        if (!page) throw refusal;
        const drawn = await drawForm(await parsed[form.kind](page), context, form, params, errors);
        return sendPage(request, reply, drawn, refusal.status);
      }
      const query = new URLSearchParams({ kind: form.kind, reference: receipt.reference });
      return reply.redirect(`${pages['thank-you']}?${query.toString()}`, 303);
    },
  };
}
