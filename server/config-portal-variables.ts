/** The variables of the dealer portal: texts to agents, and who is on shift. */
import { limit, limitMustBe, mailAddress, matching, optional, origin, variable } from './config-parse.ts';
import { readPhone } from './phone.ts';

/** Somebody who takes agent requests, reachable by text, by mail or by both. */
export interface Person {
  readonly name: string;
  /** In E.164. */
  readonly phone: string | null;
  readonly mail: string | null;
}

const phoneNumber = (typed: string): string | undefined => readPhone(typed)?.number;

/** `Name, telephone, mail`, where one of the last two may be missing. */
function person(entry: string): Person | undefined {
  const [name, ...ways] = entry.split(',').map((part) => part.trim());
  const mail = ways.find((way) => mailAddress(way) !== undefined);
  const typed = ways.find((way) => way !== mail);
  const phone = typed === undefined ? undefined : phoneNumber(typed);
  const understood = Number(mail !== undefined) + Number(phone !== undefined);
  if (!name || ways.length === 0 || understood !== ways.length) return undefined;
  return { name, phone: phone ?? null, mail: mail ?? null };
}

function people(value: string): Person[] | undefined {
  const entries = value.split(';').filter((entry) => entry.trim() !== '');
  const read = entries.map(person);
  return read.every((one) => one !== undefined) ? (read as Person[]) : undefined;
}

const count = (value: string) => (/^[1-9]\d{0,4}$|^100000$/.test(value) ? Number(value) : undefined);
const anyText = (value: string) => (/^[\x21-\x7e]+$/.test(value) ? value : undefined);
const baseUrl = (value: string) => {
  const parsed = URL.parse(value);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.search || parsed.hash) return undefined;
  return parsed.username ? undefined : parsed.href.replace(/\/+$/, '');
};

export const portalVariables = {
  SMS_BASE_URL: optional({
    meaning: 'Where another `/functions/v1/send-sms` begins. Agent requests then live only there',
    mustBe: 'an http or https address such as https://project.supabase.co',
    otherwise: 'this server',
    parse: baseUrl,
  }),
  SMS_TOKEN: variable({
    meaning: 'The public token (anonymous key) of the function at `SMS_BASE_URL`. Every visitor can read it',
    mustBe: 'a text without spaces',
    fallback: '',
    parse: (value) => (value === '' ? value : anyText(value)),
  }),
  TWILIO_ACCOUNT_SID: optional({
    meaning: 'The account that texts are sent with. Without it texts are kept as `held` and mail goes alone',
    mustBe: 'an account id of letters and digits',
    otherwise: 'texts are held',
    parse: matching(/^[A-Za-z0-9]{2,64}$/),
  }),
  TWILIO_AUTH_TOKEN: optional({
    meaning: 'The secret of the account; required with `TWILIO_ACCOUNT_SID`',
    mustBe: 'a text without spaces',
    secret: true,
    parse: anyText,
  }),
  TWILIO_FROM: optional({
    meaning: 'The number that texts come from; this or `TWILIO_MESSAGING_SERVICE_SID` is required with the account',
    mustBe: 'a telephone number such as +12075550100',
    parse: phoneNumber,
  }),
  TWILIO_MESSAGING_SERVICE_SID: optional({
    meaning: 'The messaging service that texts come from, instead of `TWILIO_FROM`',
    mustBe: 'a service id of letters and digits',
    parse: matching(/^[A-Za-z0-9]{2,64}$/),
  }),
  TWILIO_BASE_URL: variable({
    meaning: "The provider's API; any that speaks the same will do",
    mustBe: 'an http or https origin',
    fallback: 'https://api.twilio.com',
    parse: origin,
  }),
  SMS_PER_HOUR: variable({
    meaning: 'The most texts in an hour. Beyond it mail goes alone, and the portal says to call',
    mustBe: 'a whole number from 1 to 100000',
    fallback: '60',
    parse: count,
  }),
  ALERT_PHONE: optional({
    meaning:
      'The telephone that alerts are texted to: nobody accepted, nobody is on shift, mail that needs a person. Alerts also go to `MAIL_TO`',
    mustBe: 'a telephone number such as +12075550100',
    otherwise: 'alerts go by mail alone',
    parse: phoneNumber,
  }),
  ALERTS_PER_HOUR: variable({
    meaning: 'The most alerts in an hour by text, and as many by mail; they do not count as texts of `SMS_PER_HOUR`',
    mustBe: 'a whole number from 1 to 100000',
    fallback: '20',
    parse: count,
  }),
  ON_SHIFT: variable({
    meaning: 'Who is on shift before `npm run shift` was used: name, telephone, mail; people separated by semicolons',
    mustBe: 'people such as `Marlow Finch, +12075550121, marlow@boxline.example; Tamsin Okoro, +12075550122`',
    fallback: '',
    parse: people,
  }),
  STREAMS_PER_SESSION: variable({
    meaning: 'Live cards open at once by one portal session, or by one view token; with one more the oldest ends',
    mustBe: 'a whole number from 1 to 100000',
    fallback: '4',
    parse: count,
  }),
  STREAMS_PER_ADDRESS: variable({
    meaning: 'Live cards open at once from one address; the next page asks every few seconds instead',
    mustBe: 'a whole number from 1 to 100000',
    fallback: '200',
    parse: count,
  }),
  LIMIT_AGENT_REQUESTS_PER_SESSION: variable({
    meaning: 'Agent requests from one portal session',
    mustBe: limitMustBe,
    fallback: '10/600',
    parse: limit,
  }),
  LIMIT_AGENT_REQUESTS_PER_DEALERSHIP: variable({
    meaning: 'Agent requests for one dealership',
    mustBe: limitMustBe,
    fallback: '20/600',
    parse: limit,
  }),
};
