/**
 * How the figures of the site are measured. `claims.ts` and `lync.ts` have the claims; the status page, the desk and the server use
 * this file to say what was measured instead. A figure is a target until at least `least` cases were measured.
 */
export const figures = {
  /** How many calendar days are counted, today included. */
  windowDays: 90,
  figures: {
    setup: {
      name: 'Setup',
      what: 'Half of all requests took no longer from Accept to Connected.',
      how: 'For each request that a store sent from the Dealer Portal: the time from the moment the first finance manager accepted it to the moment somebody pressed Connected, which is when both look at one screen, also when it changed hands between the two. The figure is the median. A request that was never connected has no such time; tests are left out.',
      least: 30,
    },
    accept: {
      name: 'Answer',
      what: 'Half of all requests were accepted within this time.',
      how: 'The time from the press of the button in the Dealer Portal to the moment the first finance manager accepted. It is kept apart from the setup, so that neither hides the other. The figure is the median of the requests that were accepted; those that nobody accepted in time are counted beside it.',
      least: 30,
    },
    availability: {
      name: 'Availability',
      what: 'The share of the time in which somebody could take a request.',
      how: 'Time counts while at least one finance manager stood as available. The beginning of a shift makes somebody available, and its end makes them away. Nobody counts while in a deal, in the wrap-up after it, or switched to Away. Time in which our server did not answer counts as time with nobody available.',
      least: 14,
    },
    uptime: {
      name: 'Uptime',
      what: 'The share of the time in which our server answered.',
      how: 'Once a minute each server calls itself at its own address, as a visitor would, and writes to its database. The time from one answer to the next counts as up; time in which no server answered counts as down. A restart, a deploy, a machine that slept and a clock that was set all count as down. When the database was put back from a backup, the time since the backup counts as down too, because no record of it is left. The time before the first start does not count. An outage within one minute that stops no server can be missed.',
      least: 14,
    },
  },
  /** The figures that cannot be measured here, and why each stays a target. */
  targets: {
    profit: {
      name: 'Profit increase',
      why: 'Only the books of a store can show it, and we do not see them. It stays a target.',
    },
    lync: {
      name: 'Lync',
      why: 'There is no session to measure before it exists. Its figures stay targets.',
    },
  },
} as const;
