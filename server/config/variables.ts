/** Every variable of the environment, in one table: `readConfig`, its messages and the table in operating.md come from it. */
import { mail as brandMail } from '#brand/mail.ts';
import type { Kind } from './kinds.ts';
import * as kinds from './kinds.ts';

export interface Variable<T = unknown> extends Kind<T> {
  readonly purpose: string;
  /** The text used when the variable is not set. Without a default the value is then `undefined`. */
  readonly default?: string;
  /** What happens when the variable is not set, where a default does not say it. */
  readonly withoutIt?: string;
  /** Whether the value is secret. A secret is never repeated in a message. */
  readonly secret?: boolean;
}

/** The variables by topic. */
export const groups = {
  'The server': {
    PORT: { ...kinds.port, purpose: 'The port the server listens on; 0 takes any free one', default: '8080' },
    HOST: {
      ...kinds.host,
      purpose: 'The address the server listens on; `::` is every address, of IPv6 too',
      default: '0.0.0.0',
    },
    PUBLIC_URL: {
      ...kinds.openedOrigin,
      purpose:
        'The address people use, which links in mails and texts lead to. With https the server is in production: it sends HSTS and refuses unsafe values. Required with `TWILIO_ACCOUNT_SID`',
      withoutIt: '`http://localhost:PORT`',
    },
    TRUST_PROXY: {
      ...kinds.proxies,
      purpose: 'The proxies whose `X-Forwarded-For` is believed, separated by commas',
      default: '',
    },
    HSTS_SUBDOMAINS: {
      ...kinds.yesOrNo,
      purpose: 'Whether HSTS also binds every subdomain of the host of `PUBLIC_URL` to https',
      default: 'false',
    },
    METRICS_PORT: {
      ...kinds.port,
      purpose: 'The port of `/metrics`, on `METRICS_HOST`; another one than `PORT`',
      withoutIt: 'off',
    },
    METRICS_HOST: {
      ...kinds.host,
      purpose: 'The address that `/metrics` is read at; not to be reachable from outside',
      default: '127.0.0.1',
    },
    LOG_LEVEL: { ...kinds.logLevel, purpose: 'How much the log says', default: 'info' },
  },
  Data: {
    DATA_DIR: {
      ...kinds.path,
      purpose: 'The folder for the SQLite database, the secret key and the file of erasures',
      default: 'data',
    },
    DATABASE_URL: {
      ...kinds.databaseUrl,
      purpose: 'A PostgreSQL database (15 or newer) instead of SQLite; any number of servers may share it',
      withoutIt: 'SQLite in `DATA_DIR`',
      secret: true,
    },
    SECRET_KEY: {
      ...kinds.key,
      purpose: 'The key of keyed hashes, links and encrypted secrets; required with `DATABASE_URL`',
      withoutIt: 'made in `DATA_DIR`',
      secret: true,
    },
    ERASURES_FILE: {
      ...kinds.path,
      example: '/srv/boxline/erasures.jsonl',
      purpose:
        'The file that keeps, outside the database, what was erased for a person, by ids alone; required with `DATABASE_URL`, on storage that every server shares and that outlives the database',
      withoutIt: '`erasures.jsonl` in `DATA_DIR`',
    },
    UNENCRYPTED_HOSTS: {
      ...kinds.hostNames,
      purpose:
        'Hosts on a network of your own, separated by commas, that the password of the mail server and the connection to PostgreSQL may go to without TLS',
      default: '',
    },
  },
  Mail: {
    SMTP_URL: {
      ...kinds.smtpUrl,
      purpose: 'The mail server. Without it mail is kept as `held`',
      withoutIt: 'mail is held',
      secret: true,
    },
    MAIL_FROM: {
      ...kinds.mailAddress,
      purpose: 'Our own address, which every mail comes from; required with `SMTP_URL`',
    },
    MAIL_TO: {
      ...kinds.recipients,
      purpose:
        "The operator's addresses, which leads, requests and alerts go to, separated by commas; required with `SMTP_URL`",
    },
  },
  Forms: {
    MAIL_ORIGIN: {
      ...kinds.origin,
      example: 'https://api.emailjs.com',
      purpose: 'Another mail provider with the same API. Leads then live only there',
      withoutIt: 'this server',
    },
    MAIL_PUBLIC_KEY: {
      ...kinds.text,
      purpose: 'The public key (`user_id`) of the forms',
      default: brandMail.publicKey,
    },
    MAIL_SERVICE_ID: { ...kinds.text, purpose: 'The service id of the forms', default: brandMail.serviceId },
    MAIL_INQUIRY_TEMPLATE_ID: {
      ...kinds.text,
      purpose: 'The template id of the inquiry',
      default: brandMail.templateIds.inquiry,
    },
    MAIL_INTAKE_TEMPLATE_ID: {
      ...kinds.text,
      purpose: 'The template id of the intake',
      default: brandMail.templateIds.intake,
    },
    MAIL_BLOCK_HEADLESS: {
      ...kinds.yesOrNo,
      purpose: 'Whether the forms refuse headless browsers (status 451)',
      default: 'false',
    },
    MAIL_BLOCK_LIST: {
      ...kinds.senders,
      purpose:
        'Senders that the server refuses (status 403). The list is sent to no page; not together with `MAIL_ORIGIN`',
      default: '',
    },
    MAIL_THROTTLE_MS: {
      ...kinds.milliseconds,
      purpose: 'The least time between two sends of one form in a browser, in milliseconds (status 429); 0 for none',
      default: '0',
    },
    ALLOWED_ORIGINS: {
      ...kinds.origins,
      purpose: 'Other origins whose pages may use the mail gateway, separated by commas',
      default: '',
    },
  },
  Texts: {
    SMS_BASE_URL: {
      ...kinds.baseUrl,
      purpose: 'Where another `/functions/v1/send-sms` begins. Agent requests then live only there',
      withoutIt: 'this server',
    },
    SMS_TOKEN: {
      ...kinds.word,
      purpose: 'The public token (anonymous key) of the function at `SMS_BASE_URL`. Every visitor can read it',
      default: '',
    },
    TWILIO_ACCOUNT_SID: {
      ...kinds.accountId,
      purpose:
        'The account that texts are sent with. Without it texts are kept as `held`, and requests go by mail and ring at the desk',
      withoutIt: 'texts are held',
    },
    TWILIO_AUTH_TOKEN: {
      ...kinds.word,
      purpose: 'The secret of the account; required with `TWILIO_ACCOUNT_SID`',
      secret: true,
    },
    TWILIO_FROM: {
      ...kinds.phone,
      purpose: 'The number that texts come from; this or `TWILIO_MESSAGING_SERVICE_SID` is required with the account',
    },
    TWILIO_MESSAGING_SERVICE_SID: {
      ...kinds.accountId,
      purpose: 'The messaging service that texts come from, instead of `TWILIO_FROM`',
    },
    TWILIO_BASE_URL: {
      ...kinds.origin,
      purpose: "The provider's API; any that speaks the same will do",
      default: 'https://api.twilio.com',
    },
    SMS_PER_HOUR: {
      ...kinds.count,
      purpose:
        'The most texts about requests in an hour. Beyond it requests go by mail and ring at the desk, and the portal says to call',
      default: '60',
    },
  },
  Alerts: {
    ALERT_PHONE: {
      ...kinds.phone,
      purpose:
        'The telephone that alerts are texted to: nobody accepted, nobody is on shift, mail that needs attention. Alerts also go to `MAIL_TO`',
      withoutIt: 'alerts go by mail alone',
    },
    ALERTS_PER_HOUR: {
      ...kinds.count,
      purpose: 'The most alerts in an hour by text, and as many by mail',
      default: '20',
    },
  },
  'The portal': {
    ON_SHIFT: {
      ...kinds.people,
      purpose: 'Who is on shift before `npm run shift` was used: name, telephone, mail; people separated by semicolons',
      default: '',
    },
    STREAMS_PER_SESSION: {
      ...kinds.count,
      purpose: 'Live cards open at once by one portal session, or by one view token; with one more the oldest ends',
      default: '4',
    },
    STREAMS_PER_ADDRESS: {
      ...kinds.count,
      purpose: 'Live cards open at once from one address; the next page asks every few seconds instead',
      default: '200',
    },
    STREAMS_PER_PERSON: {
      ...kinds.count,
      purpose: 'Consoles open at once by one person of the staff; the next page is told to come again later',
      default: '20',
    },
    PUSH_HOSTS: {
      ...kinds.hostsAndPorts,
      purpose:
        'Push services beside those of Google, Mozilla, Apple and Microsoft that the consoles of the staff may be pushed by, separated by commas. They may be in a private network',
      default: '',
    },
  },
  Webhooks: {
    WEBHOOK_ALLOW: {
      ...kinds.targets,
      purpose:
        'Hosts, addresses and networks beside the public internet that webhooks may go to, separated by commas; also without TLS. A name that is allowed may resolve to any address',
      default: '',
    },
  },
  Limits: {
    LIMIT_REQUESTS_PER_ADDRESS: {
      ...kinds.limit,
      purpose: 'API requests from one address (an IPv6 /64 counts as one)',
      default: '600/60',
    },
    LIMIT_LEADS_PER_ADDRESS: {
      ...kinds.limit,
      purpose: 'New leads from one address; what is sent again is free',
      default: '30/600',
    },
    LIMIT_FORM_PAGES_PER_ADDRESS: {
      ...kinds.limit,
      purpose: 'Refused forms from one address that are drawn again with their errors, for browsers without script',
      default: '30/60',
    },
    LIMIT_CONFIRMATIONS_PER_RECIPIENT: {
      ...kinds.limit,
      purpose: 'Confirmations to one mailbox; plus signs and the dots of Gmail make no difference',
      default: '3/86400',
    },
    LIMIT_AGENT_REQUESTS_PER_SESSION: {
      ...kinds.limit,
      purpose: 'Agent requests from one portal session',
      default: '10/600',
    },
    LIMIT_REQUESTS_PER_TOKEN: {
      ...kinds.limit,
      purpose: 'Pages that one token of the read API reads',
      default: '120/60',
    },
    LIMIT_AGENT_REQUESTS_PER_DEALERSHIP: {
      ...kinds.limit,
      purpose: 'Agent requests for one dealership',
      default: '20/600',
    },
  },
} satisfies Record<string, Record<string, Variable>>;

type Groups = typeof groups;
/** Merges the members of a union into one type. */
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Variables = Merged<Groups[keyof Groups]>;
type ValueOf<V> = V extends Kind<infer T> ? (V extends { default: string } ? T : T | undefined) : never;

/** The variables by their names, in the order of the table. */
export const variables = Object.assign({}, ...Object.values(groups)) as Variables;

/** The values of the variables. Those without a default may be undefined. */
export type Values = { readonly [Name in keyof Variables]: ValueOf<Variables[Name]> };
