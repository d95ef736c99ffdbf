/**
 * The people of the desk: their names, addresses, roles, shifts and on-call times. `link-endpoints.ts` has the invitations to an
 * account.
 *
 * A change of a record names the version that the person saw. When somebody else has changed it since, the response is 409 with the
 * current record, and nothing was written.
 */
import * as z from 'zod/mini';
import { atMost, id, maybeText, maybeTime, text, time } from '../schemas.ts';
import { stateCodes } from '../us-states.ts';
import { freshWrites, reads, writes } from './desk-endpoint.ts';
import { peopleLimits } from './people.ts';
import { roles } from './permissions.ts';

const state = z.enum(stateCodes);
const role = z.nullable(z.enum(roles));

const canWithPerson = z.object({
  edit: z.boolean(),
  changeRole: z.boolean(),
  remove: z.boolean(),
  /** Invite to an account, which ends an earlier invitation. */
  invite: z.optional(z.boolean()),
  /** Begin and end this person's shift. Everybody who takes requests may switch their own. */
  switchShift: z.boolean(),
});

const personRecord = z.object({
  id: text,
  name: text,
  /** In E.164. */
  phone: maybeText,
  /** The address that messages go to. A person with a role signs in with it. */
  mail: maybeText,
  /** Null: the person has no staff account and takes requests only by links. */
  role,
  /** Whether they are invited to an account. Then they will sign in with their mail address. */
  invited: z.optional(z.boolean()),
  createdAt: time,
  /** When the shift began; null while off shift. */
  onShiftAt: maybeTime,
  onCallAt: maybeTime,
  /** When their hours ended while they had a request. They stay on shift until it is over. */
  offDueAt: maybeTime,
  /** The postal codes of the states they are licensed in; empty when unknown. */
  licensedStates: z.array(state),
  /** When the person was removed. A removed person stays readable by id, for the history; the list leaves them out. */
  removedAt: maybeTime,
  /** Grows with every change except those of shift and on call. */
  version: z.number(),
  /** Grows with every switch of the shift and of on call. */
  switches: z.number(),
  /** Whether this is the caller. */
  own: z.boolean(),
  can: canWithPerson,
});
export type PersonRecord = z.infer<typeof personRecord>;

const peopleList = z.object({
  people: z.array(personRecord),
  mayInvite: z.array(z.enum(roles)),
  serverNow: time,
});
export type PeopleList = z.infer<typeof peopleList>;

/** The fields as people write them; empty for none. */
const contactFields = {
  name: atMost(peopleLimits.name),
  /** Unchanged when left out. */
  licensedStates: z.optional(z.array(state).check(z.maxLength(stateCodes.length))),
  phone: atMost(40),
  mail: atMost(254),
};
const version = z.number();
/** The reasons to refuse a change of a person. */
export const peopleRefusals = {
  notFound: { status: 404, text: 'There is no such person.' },
  idTaken: {
    status: 422,
    text: 'This form has already added a person, and their details differ from what you typed. Look for them in the list. To add a second person, press Add again.',
  },
  badName: { status: 422, text: 'Give a name.' },
  badPhone: { status: 422, text: 'This is not a telephone number.' },
  badMail: { status: 422, text: 'This is not a valid e-mail address.' },
  nameTaken: { status: 422, text: 'Somebody else has this name. Add something that tells the two apart.' },
  mailTaken: { status: 422, text: 'Another account has this e-mail address.' },
  /** A person with a role signs in with the address, and an invited person will. */
  mailNeeded: { status: 422, text: 'An account needs an e-mail address.' },
  noAccount: { status: 422, text: 'This person has no account. Invite them first.' },
  lastAdmin: { status: 422, text: 'This is the only admin. Make somebody else an admin first.' },
} as const;

const record = { responses: { 200: personRecord }, refusals: peopleRefusals } as const;
/** 409: somebody else has changed the record; the body is its current state. */
const change = { responses: { 200: personRecord, 409: personRecord }, refusals: peopleRefusals } as const;

export const listPeople = reads('readPeople', '/api/desk/people', {
  summary: 'Everybody who takes requests or works at the desk',
  responses: { 200: peopleList },
});

export const viewPerson = reads('readPeople', '/api/desk/people/:id', {
  summary: 'One person',
  ...record,
});

/** Adds a person without an account: they take requests by the links of texts and mails. */
export const addPerson = writes('managePeople', '/api/desk/people', {
  summary: 'Add a person without an account',
  /** `id`: minted by the browser, so that a second press finds the person that the first one added. */
  body: z.object({ id: z.optional(id), ...contactFields, onShift: z.boolean() }),
  responses: { 201: personRecord },
  refusals: peopleRefusals,
});

export const editPerson = writes('managePeople', '/api/desk/people/:id', {
  summary: 'Change the name, telephone or mail of a person',
  body: z.object({ version, ...contactFields }),
  ...change,
});

/** Changes a role that somebody has; others are invited. Null takes the account, not the person. Either ends their sessions. */
export const changeRole = freshWrites('changeRoles', '/api/desk/people/:id/role', {
  summary: 'Give a person another role',
  body: z.object({ version, role }),
  ...change,
});

/** Ends the person's sessions and shift. The name can be used again; the history of what they did stays. */
export const removePerson = freshWrites('managePeople', '/api/desk/people/:id/remove', {
  summary: 'Remove a person',
  body: z.object({ version }),
  ...change,
});

/** `seen`: the `switches` that the page showed. A page of an earlier build leaves it out. */
const switchBody = z.object({ on: z.boolean(), seen: z.optional(z.number()) });

export const switchShift = writes('manageSchedule', '/api/desk/people/:id/shift', {
  summary: 'Begin or end the shift of a person',
  body: switchBody,
  ...change,
});

export const switchOwnShift = writes('ownShift', '/api/desk/own/shift', {
  summary: 'Begin or end the caller’s shift',
  body: switchBody,
  ...change,
});

/** On call: rung about a request that nobody accepts, whether on shift or not. */
export const switchOnCall = writes('beOnCall', '/api/desk/own/on-call', {
  summary: 'Be on call, or not any more',
  body: switchBody,
  ...change,
});
