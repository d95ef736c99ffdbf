import * as z from 'zod/mini';
import type { LeadKind } from '#contract/pages.ts';
import { type SendBody, sendAnswers, sendBody } from '#contract/send.ts';
import type { Config } from '#server/config.ts';
import { Refusal } from '#server/http/refusal.ts';

/** Which answer belongs to a body in which this member is missing or of the wrong type. */
const answerFor: Partial<Record<string, { status: number; text: string }>> = {
  user_id: sendAnswers.userIdRequired,
  service_id: sendAnswers.serviceIdRequired,
  template_id: sendAnswers.templateIdRequired,
  template_params: sendAnswers.paramsNotObject,
};

/** Reads a request body as the provider's envelope, or refuses it with the provider's text. */
export function readEnvelope(body: unknown): SendBody {
  const result = z.safeParse(sendBody, body);
  if (!result.success) {
    const member = String(result.error.issues[0]?.path[0] ?? '');
    throw new Refusal(answerFor[member] ?? sendAnswers.malformed);
  }
  const { user_id, service_id, template_id } = result.data;
  if (user_id === '') throw new Refusal(sendAnswers.userIdRequired);
  if (service_id === '') throw new Refusal(sendAnswers.serviceIdRequired);
  if (template_id === '') throw new Refusal(sendAnswers.templateIdRequired);
  return result.data;
}

/** The form that an envelope is for; refuses a key, service or template that is not ours. */
export function kindOf({ user_id, service_id, template_id }: SendBody, mail: Config['mail']): LeadKind {
  if (user_id !== mail.publicKey) throw new Refusal(sendAnswers.userIdInvalid);
  if (service_id !== mail.serviceId && service_id !== 'default_service') throw new Refusal(sendAnswers.serviceNotFound);
  const kind = (['inquiry', 'intake'] as const).find((kind) => mail.templateIds[kind] === template_id);
  if (!kind) throw new Refusal(sendAnswers.templateNotFound);
  return kind;
}
