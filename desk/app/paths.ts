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

/** The address of a record by the pattern of its path. */
export const addressOf = (pattern: `${string}/:id` & DeskPath, id: string): string =>
  pattern.replace(':id', encodeURIComponent(id));

export const requestAddress = (id: string): string => addressOf(paths.request, id);
export const dealershipAddress = (id: string): string => addressOf(paths.dealership, id);
export const leadAddress = (id: string): string => addressOf(paths.lead, id);
export const messageAddress = (id: string): string => addressOf(paths.message, id);
export const connectionAddress = (id: string): string => addressOf(paths.connection, id);
