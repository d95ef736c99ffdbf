/**
 * The settings screen. Each setting has its own version, and a change names the version that the person saw. When somebody else has
 * changed the setting since, the response is 409 with all current settings, and nothing was written.
 */
import * as z from 'zod/mini';
import { atMost, changesAt, maybeText, names, text } from '../schemas.ts';
import { freshWrites, reads, writes } from './desk-endpoint.ts';
import { recipientKinds, settingLimits } from './settings.ts';

const version = z.number();
const clock = text.check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/));
/** On the lender's clock; `until` may be `24:00`. */
const openHours = z.object({ from: clock, until: clock });
export type OpenHours = z.infer<typeof openHours>;
/** Null: closed. */
const hours = z.nullable(openHours);

const recipient = z.object({
  kind: z.enum(names(recipientKinds)),
  /** An e-mail address, or a telephone number in E.164. */
  value: atMost(254),
});
export type AlertRecipient = z.infer<typeof recipient>;

const jacketItem = z.object({ item: text, label: text });

/** When a lender can be reached. The name is one of the brand's lenders. */
const lenderHours = z.object({
  lender: text,
  /** A zone of the IANA database. */
  zone: atMost(64),
  weekdays: hours,
  saturday: hours,
  sunday: hours,
  note: atMost(settingLimits.lenderNote),
});
export type LenderHours = z.infer<typeof lenderHours>;

const settingsView = z.object({
  textAgent: z.object({
    version,
    on: z.boolean(),
    /** Why a request would reach nobody by text or mail; null when it would reach somebody so. */
    nobodyReached: maybeText,
  }),
  sharedCode: z.object({
    version,
    on: z.boolean(),
    /** Whether any dealership has a valid code of its own. Without one, nobody could open the portal. */
    anyOwnCode: z.boolean(),
  }),
  alertRecipients: z.object({
    version,
    /** The recipients from the environment: `MAIL_TO` and `ALERT_PHONE`. They cannot be changed here. */
    environment: z.array(recipient),
    further: z.array(recipient),
    /** Whether the server can send mails, and texts. */
    can: z.object({ mail: z.boolean(), phone: z.boolean() }),
  }),
  jacket: z.object({
    version,
    items: z.array(jacketItem),
    /** Items that are not asked for any more. Requests on which one was ticked still show it. */
    retired: z.array(jacketItem),
  }),
  lenderHours: z.object({
    version,
    /** The lenders of the brand. */
    lenders: z.array(text),
    hours: z.array(lenderHours),
  }),
  ...changesAt,
});
export type SettingsView = z.infer<typeof settingsView>;

const responses = { 200: settingsView, 409: settingsView } as const;

export const settingRefusals = {
  /** The response's text says why. */
  nobodyReached: { status: 422, text: 'Text Agent stays off: a request would reach nobody by text or mail.' },
  noOwnCode: {
    status: 422,
    text: 'No dealership has a code of its own yet, so nobody could open the portal. Issue one first.',
  },
  /** The response's text names it. */
  badRecipient: { status: 422, text: 'One of these is neither a mail address nor a telephone number.' },
  badItem: { status: 422, text: 'Each item needs words, and no two the same.' },
  emptyJacket: { status: 422, text: 'A jacket has at least one item.' },
  badLender: { status: 422, text: 'That lender is not on the list.' },
  badHours: {
    status: 422,
    text: 'The end must be later than the beginning, on the same day. Midnight at the end is 24:00.',
  },
  badZone: { status: 422, text: 'That is not a time zone. For example: America/Chicago.' },
} as const;
const { nobodyReached, noOwnCode, badRecipient, badItem, emptyJacket, badLender, badHours, badZone } = settingRefusals;

export const viewSettings = reads('changeSettings', '/api/desk/settings', {
  summary: 'The settings',
  responses: { 200: settingsView },
});

export const setTextAgent = writes('changeSettings', '/api/desk/settings/text-agent', {
  summary: 'Switch Text Agent',
  body: z.object({ version, on: z.boolean() }),
  responses,
  refusals: { nobodyReached },
});

export const setSharedCode = freshWrites('changeSettings', '/api/desk/settings/shared-code', {
  summary: 'Allow codes that dealerships share, or end them all',
  body: z.object({
    version,
    on: z.boolean(),
    /** End them although nobody could open the portal then. */ force: z.boolean(),
  }),
  responses,
  refusals: { noOwnCode },
});

/** Whoever is listed twice is stored once, so that a press whose answer was lost can be repeated. */
export const setAlertRecipients = freshWrites('changeSettings', '/api/desk/settings/alert-recipients', {
  summary: 'Who else hears of alerts',
  body: z.object({ version, recipients: z.array(recipient).check(z.maxLength(settingLimits.recipients)) }),
  responses,
  bodyLimitBytes: 16_384,
  refusals: { badRecipient },
});

export const setJacket = writes('changeSettings', '/api/desk/settings/jacket', {
  summary: 'The items of a deal jacket',
  body: z.object({
    version,
    /** In order. `item` is null for a new one. */
    items: z
      .array(
        z.object({
          item: z.nullable(atMost(80)),
          label: atMost(settingLimits.jacketLabel),
        }),
      )
      .check(z.maxLength(settingLimits.jacketItems)),
  }),
  responses,
  bodyLimitBytes: 32_768,
  refusals: { badItem, emptyJacket },
});

export const setLenderHours = writes('changeSettings', '/api/desk/settings/lender-hours', {
  summary: 'Lender hours',
  body: z.object({ version, hours: z.array(lenderHours).check(z.maxLength(100)) }),
  responses,
  bodyLimitBytes: 65_536,
  refusals: { badLender, badHours, badZone },
});

/** For the store sheet. Everybody who reads requests can see it. */
export const listLenderHours = reads('readRequests', '/api/desk/lender-hours', {
  summary: 'Lender hours',
  responses: { 200: z.object({ hours: z.array(lenderHours) }) },
});
