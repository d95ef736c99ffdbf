/** The conditions that one variable sets for another one. */
import type { Fault } from './read-variables.ts';
import { databaseHasTls, databaseIsRemote, isLoopback, mailRefusesTls } from './tls.ts';
import type { Values } from './variables.ts';

/** Finds values that do not fit together. `unread` has the faults of variables that could not be read. */
export function faultsBetween(values: Partial<Values>, unread: readonly Fault[]): Fault[] {
  const faults: Fault[] = [];
  const add = (variable: keyof Values, was: string, mustBe: string) => faults.push({ variable, was, mustBe });
  const isUnread = (name: keyof Values) => unread.some(({ variable }) => variable === name);
  const require = (variable: keyof Values, because: string) => {
    if (values[variable] === undefined && !isUnread(variable)) add(variable, 'not set', `set, because ${because}`);
  };
  if (values.SMTP_URL) {
    require('MAIL_FROM', 'SMTP_URL is');
    require('MAIL_TO', 'SMTP_URL is');
  }
  if (values.TWILIO_ACCOUNT_SID) {
    require('TWILIO_AUTH_TOKEN', 'TWILIO_ACCOUNT_SID is');
    require('PUBLIC_URL', 'TWILIO_ACCOUNT_SID is: every text carries a link');
    if (!values.TWILIO_MESSAGING_SERVICE_SID && !isUnread('TWILIO_MESSAGING_SERVICE_SID'))
      require('TWILIO_FROM', 'TWILIO_ACCOUNT_SID is');
  }
  if (values.DATABASE_URL) require('SECRET_KEY', 'DATABASE_URL is: every replica needs the same key');
  if (values.DATABASE_URL) {
    const why = 'what is erased for a person is also noted there, so that no backup of the database brings it back';
    require('ERASURES_FILE', `DATABASE_URL is: ${why}. Name a file that every server shares, such as /srv/boxline/erasures.jsonl`);
  }
  if (values.MAIL_ORIGIN && values.MAIL_BLOCK_LIST?.length) {
    const why = 'leads do not pass this server, so its provider has to block them';
    add('MAIL_BLOCK_LIST', 'set', `not set, because MAIL_ORIGIN is: ${why}`);
  }
  if (values.METRICS_PORT !== undefined && values.METRICS_PORT === values.PORT && values.PORT !== 0)
    add('METRICS_PORT', String(values.PORT), 'another port than PORT');
  faults.push(...unencrypted(values));
  return faults;
}

/** Finds connections that would leave the machine without the encryption that they need. */
function unencrypted(values: Partial<Values>): Fault[] {
  const faults: Fault[] = [];
  const { SMTP_URL: smtp, DATABASE_URL: database, UNENCRYPTED_HOSTS: trusted = [] } = values;
  const exception = 'UNENCRYPTED_HOSTS excepts a host';
  if (smtp && mailRefusesTls(smtp, trusted)) {
    const why = 'because its password would be sent in clear text';
    const mustBe = `without options that switch TLS or its check off, ${why}; ${exception}`;
    faults.push({ variable: 'SMTP_URL', was: 'set (it is secret)', mustBe });
  }
  if (!values.PUBLIC_URL?.startsWith('https:')) return faults;
  if (database && databaseIsRemote(database, trusted) && !databaseHasTls(database)) {
    const why = 'because PUBLIC_URL is https and the database is remote';
    const mustBe = `with ?sslmode=verify-full at its end, ${why}; ${exception}`;
    faults.push({ variable: 'DATABASE_URL', was: 'without TLS or its check', mustBe });
  }
  for (const origin of values.ALLOWED_ORIGINS ?? []) {
    if (origin.startsWith('https:')) continue;
    const mustBe = 'https origins only, because PUBLIC_URL is https';
    faults.push({ variable: 'ALLOWED_ORIGINS', was: origin, mustBe });
  }
  for (const variable of ['MAIL_ORIGIN', 'SMS_BASE_URL', 'TWILIO_BASE_URL'] as const) {
    const url = values[variable];
    if (!url || url.startsWith('https:') || isLoopback(url)) continue;
    faults.push({ variable, was: url, mustBe: 'https, because PUBLIC_URL is https' });
  }
  return faults;
}
