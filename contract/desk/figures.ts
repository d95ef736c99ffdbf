/**
 * The words of the Numbers screen, without a schema library: periods, endings of requests, and how each figure is counted. All that
 * show a figure, and the command, take its name and definition from here. The endpoints are in `figures-endpoints.ts`.
 */
import { type Disposition, dispositions } from '../agent-request.ts';

export const figuresPath = '/api/desk/figures';

/** The periods that the figures can cover. `custom` has a first and a last day. */
export const periods = { day: 'Day', week: 'Week', 'four-weeks': 'Four weeks', custom: 'Other days' } as const;
export type PeriodKind = keyof typeof periods;
export const periodKinds = Object.keys(periods) as [PeriodKind, ...PeriodKind[]];

/** The length of a row in the table over time. */
export const steps = { day: 'Day', week: 'Week' } as const;
export type Step = keyof typeof steps;
export const stepNames = Object.keys(steps) as [Step, ...Step[]];

/** The longest period, in days. */
export const mostDays = 366;

/** Every way in which a request can end. Each request has exactly one of them. */
export const endings = {
  ...dispositions,
  unsaid: 'Done, without a disposition',
  missed: 'Missed',
  cancelled: 'Cancelled by the dealership',
  expired: 'Expired',
  open: 'Still open',
} as const;
export type Ending = keyof typeof endings;
export const endingNames = Object.keys(endings) as [Ending, ...Ending[]];

/** The dispositions of a deal that was contracted. */
export const contractedAs: readonly Disposition[] = [
  'contracted_retail',
  'contracted_lease',
  'contracted_cash',
  'contracted_outside_lien',
];

/** The dispositions that say nothing about whether a deal could be contracted. */
export const undecidedAs: readonly Disposition[] = ['help_only', 'test'];

/** The number of weeks that define what is usual for a dealership. */
export const usualWeeks = 8;
/** A dealership is judged only if it asked in at least this many of the eight weeks. */
export const usualWeeksWithRequests = 6;
/** Requests count as fallen when chance alone would bring so few in less than one week of this many. */
export const onceInWeeks = 20;

/** How each figure is counted, as the screen, the command and docs/operating.md say it. */
export const definitions = {
  requests: {
    name: 'Requests',
    counted:
      'Presses of Text Agent, on the day on which the dealership asked. Each counts once, however often it was handed off, taken over, handed back or opened again. Tests and logged calls are not among them.',
  },
  accept: {
    name: 'To accept',
    counted:
      'From the press to the first acceptance. A request that nobody accepted while it waited has no such time. Handing back, taking over and opening again do not change it.',
  },
  connect: {
    name: 'Accepted to connected',
    counted:
      'From the first acceptance to the first Connected that was not taken back, also when the request changed hands between the two.',
  },
  wait: {
    name: 'Press to connected',
    counted:
      'From the press to the first Connected that was not taken back: how long the customer in the chair waited.',
  },
  percentiles: {
    name: 'Median, and 9 of 10',
    counted:
      'The median is the shortest time within which at least half of them were; 9 of 10, the shortest within which at least nine tenths were. Both are times of real requests, not averages.',
  },
  missed: {
    name: 'Missed',
    counted:
      'Requests that ended before anybody had accepted: their 15 minutes ran out, or the dealership cancelled. A request that the dealership replaced by pressing again with other answers is not among them. A missed request that was opened again later still counts as missed here; How they ended counts it by its new ending. The hour is the one in which the dealership asked.',
  },
  endings: {
    name: 'How they ended',
    counted:
      'Every request once: its disposition, or Missed, Cancelled by the dealership (after somebody had accepted, or because a later press took its place), Expired (after somebody had accepted, or by the restore of a backup), Still open.',
  },
  contracted: {
    name: 'Contracted',
    counted:
      'Deals with a contracted disposition (retail, lease, cash, outside lien), of all requests that ended with a disposition, Help only left out.',
  },
  products: {
    name: 'Products a deal',
    counted: 'The products that are written in contracted deals, divided by the number of contracted deals.',
  },
  minutes: {
    name: 'Minutes',
    counted:
      'The minutes that the finance manager wrote into the deal. Where nothing is written, the time from Connected to Done, together with the time that earlier finance managers talked before the request was taken from them, and the time that was talked before it was closed and opened again. Minutes that are not billed are counted here and also named apart.',
  },
  notBilled: {
    name: 'Not billed',
    counted:
      'Requests with a reason not to bill them. They count everywhere, and their number and minutes are named apart.',
  },
  tests: {
    name: 'Tests',
    counted: 'Requests with the disposition Test. They count here and nowhere else.',
  },
  calls: {
    name: 'Logged calls',
    counted:
      'Calls that reached the desk without a request, on the day on which they were logged. They count here and in no other figure.',
  },
  people: {
    name: 'People',
    counted:
      'A deal is counted for whoever has it at the end, or has it now; the time to accept for whoever accepted first; Connected for whoever has the deal. Missed: while this person was available when the dealership asked.',
  },
  hours: {
    name: 'By hour of day',
    counted:
      'Requests by the hour in which the dealership asked, in the zone of the desk. People: how many were available on average in that hour, by what they switched and by their shifts. Nobody there: requests that came while nobody was available. An hour that a clock change repeats counts twice as long. An hour that it skips does not count.',
  },
  fallen: {
    name: 'Fewer requests than usual',
    counted:
      'The last seven whole days up to the end of the period, or to yesterday, against the average of the eight weeks before them. A dealership is judged when it asked in at least six of those eight weeks. It is listed when so few requests would come by chance in fewer than one week of twenty (Poisson).',
  },
  leads: {
    name: 'Leads',
    counted:
      'Inquiries and intakes on the day on which they arrived, by form and, for intakes, by the representative they name. Leads that were joined count as one. Spam is counted separately. The filters for dealership and person do not apply.',
  },
  firstContact: {
    name: 'Time to first contact',
    counted:
      'From the arrival of a lead, of joined ones the first, until somebody first set it to a status beyond New other than Lost or Spam. A lead that nobody has contacted has no such time, also when it is Lost. Within the promised 24 hours: the share of the leads that were contacted within them, of those and all that came more than 24 hours ago. A lead that was lost without a contact counts as not contacted. Spam does not count.',
  },
  before: {
    name: 'The period before',
    counted:
      'As many days right before the period. While the period is not over, only the part of those days up to the same weekday and time.',
  },
  days: {
    name: 'Days and weeks',
    counted: 'Days begin at midnight in the zone of the desk, also over a clock change. Weeks begin on Monday.',
  },
} as const;
export type FigureName = keyof typeof definitions;

/** The tables of the screen, which can each be exported as CSV. */
export const figureTables = {
  time: 'Over time',
  hours: 'By hour of day',
  endings: 'How they ended',
  products: 'Products',
  people: 'People',
  dealerships: 'Dealerships',
  missed: 'Missed requests',
  fallen: 'Fewer requests than usual',
  leads: 'Leads',
} as const;
export type FigureTable = keyof typeof figureTables;
export const figureTableNames = Object.keys(figureTables) as [FigureTable, ...FigureTable[]];

export const figureRefusals = {
  badPeriod: {
    status: 422,
    text: `Choose a first day and a last day that is not before it, at most ${mostDays} days.`,
  },
} as const;
