import type { LeadKind } from '#contract/pages.ts';
import type { sendRefusals } from '#contract/send.ts';
import type { SendBody } from '#contract/send-endpoints.ts';
import type { Config } from '#server/config.ts';

/** The form that an envelope is for, or the refusal of a key, a service or a template that is not ours. */
export function kindOf(
  { user_id, service_id, template_id }: SendBody,
  mail: Config['mail'],
): { readonly kind: LeadKind } | { readonly wrong: keyof typeof sendRefusals } {
  if (user_id !== mail.publicKey) return { wrong: 'userIdInvalid' };
  if (service_id !== mail.serviceId && service_id !== 'default_service') return { wrong: 'serviceNotFound' };
  const kind = (['inquiry', 'intake'] as const).find((kind) => mail.templateIds[kind] === template_id);
  return kind ? { kind } : { wrong: 'templateNotFound' };
}
