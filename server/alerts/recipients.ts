/** Who hears of an alert. */
import { type Config, operatorAddresses } from '#server/config.ts';
import type { Reader } from '#server/database/open.ts';
import type { PersonalChannel as Channel } from '#server/outbox/tables.ts';
import { alertRecipients } from '#server/settings/service.ts';

/** The recipients of an alert by channel: addresses and numbers. An empty address is the operator's own, `MAIL_TO`. */
export type Recipients = Readonly<Record<Channel, readonly string[]>>;

/** A person with the ways to reach them. */
export type Reachable = { readonly phone: string | null; readonly mail: string | null };

/** Addresses or numbers, each once however it is written, without those that are missing. */
const distinct = (addresses: readonly (string | null | undefined)[]) => [
  ...new Map(addresses.flatMap((one) => (one == null ? [] : [[one.toLowerCase(), one] as const]))).values(),
];

export const recipientsOf = (people: readonly Reachable[]): Recipients => ({
  mail: distinct(people.map(({ mail }) => mail)),
  sms: distinct(people.map(({ phone }) => phone)),
});

/** The operator's recipients: those of the environment, and the further ones of the settings. */
export async function operatorRecipients(db: Reader, config: Pick<Config, 'smtp' | 'alerts'>): Promise<Recipients> {
  const further = await alertRecipients(db);
  const of = (kind: 'mail' | 'phone') => further.filter((one) => one.kind === kind).map(({ value }) => value);
  const own = new Set(operatorAddresses(config).map((address) => address.toLowerCase()));
  const others = distinct(of('mail')).filter((address) => !own.has(address.toLowerCase()));
  return { mail: ['', ...others], sms: distinct([config.alerts.phone, ...of('phone')]) };
}
