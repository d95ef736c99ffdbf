/**
 * What each read of the desk shows, by topics of the event stream. A console reads again when one of them changes, so a read that
 * shows something of a topic must name it here. `server/desk/read-topics.test.ts` makes every change and finds a topic that is
 * missing. The names are those of the endpoints.
 */
import type { ChangedThing, DeskTopic } from './live.ts';

/** A topic as a whole, or one thing of it. */
export type ReadTopic = DeskTopic | (ChangedThing & { readonly id: string });

type Records = readonly { readonly id: string }[];

const things = (topic: DeskTopic, records: Records): ReadTopic[] => records.map(({ id }) => ({ topic, id }));

export const readTopics = {
  /** Times are in the dealership's zone. */
  viewBoard: ['board', 'presence', 'people', 'dealerships'],
  searchRequests: ['board', 'dealerships'],
  /** It shows the dealership with its intake, and how its earlier requests ended. `record` is undefined before it is read. */
  viewDeskRequest: (
    id: string,
    record: { readonly dealershipId: string; readonly earlier: Records } | undefined,
  ): readonly ReadTopic[] => [
    ...things('board', [{ id }, ...(record?.earlier ?? [])]),
    ...things('dealerships', record ? [{ id: record.dealershipId }] : []),
    'leads',
    'settings',
    'people',
  ],
  listDeskDealerships: ['dealerships'],
  listLenderHours: ['settings'],
  viewCoverage: ['schedule', 'people'],
  viewPresence: ['presence', 'people'],
  /** Until the first hour is over, the tests of settings and messages, and sweeps, close its lines. */
  viewCounts: (shown: { readonly firstHourOpen: number | null } | undefined): readonly ReadTopic[] => [
    'board',
    'leads',
    'schedule',
    'people',
    'dealerships',
    'counts',
    ...(shown?.firstHourOpen ? (['settings', 'messages', 'records'] as const) : []),
  ],
  listLeads: ['leads', 'people'],
  /** Its history shows the messages about it, and the name of its dealership. */
  viewLead: ['leads', 'people', 'messages', 'dealerships'],
  /** They show when each last asked for an agent. */
  listDealerships: ['dealerships', 'board'],
  /** It shows whether the mail with its link was sent, and who did what. */
  viewDealership: (id: string): readonly ReadTopic[] => [
    ...things('dealerships', [{ id }]),
    'board',
    'leads',
    'messages',
    'people',
  ],
  listCodes: ['dealerships', 'settings'],
  listPeople: ['people', 'presence'],
  listInvitations: ['people'],
  viewSchedule: ['schedule', 'people', 'presence'],
  viewFigures: ['board', 'presence', 'leads', 'people', 'dealerships'],
  viewStatus: ['board'],
  /** Whether a message about a request may still be sent, and when, depends on the request. */
  listMessages: ['messages', 'board'],
  /** It shows how the message would be written now. */
  viewMessage: (id: string): readonly ReadTopic[] => [
    ...things('messages', [{ id }]),
    'board',
    'leads',
    'dealerships',
    'people',
  ],
  listWebhooks: ['connections', 'people'],
  viewWebhook: ['connections', 'people'],
  viewDelivery: ['connections'],
  listTokens: ['connections', 'people'],
  listAudit: ['audit'],
  viewRecordAudit: ['audit'],
  /** They name what is held, and who holds it. */
  viewRecords: ['records', 'people', 'leads', 'board', 'dealerships'],
  /** A lead comes under the holds of the forms that are joined to it. */
  listHolds: ['records', 'people', 'leads', 'board', 'dealerships'],
  /** The end of a contact is told as a change of its dealership. */
  findErased: (ids: readonly string[]): readonly ReadTopic[] => [
    ...ids.flatMap((id) => [...things('leads', [{ id }]), ...things('board', [{ id }])]),
    'dealerships',
  ],
  listErasures: ['audit'],
  viewErasure: [],
  /** It warns when nobody could open the portal, or nobody be reached. */
  viewSettings: ['settings', 'people', 'dealerships', 'counts'],
  viewFirstHour: ['settings', 'people', 'schedule', 'dealerships', 'messages', 'counts', 'records'],
  /** The sessions and the factors of the person's own account. */
  ofAccount: (personId: string): readonly ReadTopic[] => things('account', [{ id: personId }]),
} as const satisfies Record<string, readonly ReadTopic[] | ((...of: never[]) => readonly ReadTopic[])>;
