/** The addresses inside the console, below `/desk`. A screen takes them from here, so that a link cannot be mistyped. */
export const paths = {
  board: '/',
  request: '/requests/:id',
  leads: '/leads',
  lead: '/leads/:id',
  dealerships: '/dealerships',
  dealership: '/dealerships/:id',
  people: '/people',
  schedule: '/schedule',
  numbers: '/numbers',
  messages: '/messages',
  message: '/messages/:id',
  connections: '/connections',
  connection: '/connections/:id',
  audit: '/audit',
  records: '/records',
  settings: '/settings',
  account: '/account',
  firstHour: '/first-hour',
} as const;
export type DeskPath = (typeof paths)[keyof typeof paths];

/** The address of a request's record. */
export const requestAddress = (id: string): string => `/requests/${encodeURIComponent(id)}`;

/** The address of a dealership's record. */
export const dealershipAddress = (id: string): string => `/dealerships/${encodeURIComponent(id)}`;

/** The address of a lead. */
export const leadAddress = (id: string): string => `/leads/${encodeURIComponent(id)}`;

/** The address of a message. */
export const messageAddress = (id: string): string => `/messages/${encodeURIComponent(id)}`;

/** The address of an endpoint of webhooks. */
export const connectionAddress = (id: string): string => `/connections/${encodeURIComponent(id)}`;
