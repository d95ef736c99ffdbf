/** The facts in the terms and the privacy policy. The law is a sample: an operator's lawyer decides. */
export const legal = {
  /** The policy promises that its date changes with its words. */
  lastUpdated: { terms: 'January 1, 2025', privacy: 'November 30, 2026' },
  minimumAge: 18,
  governingLaw: 'the State of Maine',
  /**
   * How long each class of record is kept after its starting event (`contract/record-classes.ts`). The policy, the documents and
   * the sweep that deletes are made from these numbers.
   */
  retention: {
    account: { years: 7 },
    transaction: { years: 7 },
    communication: { years: 3 },
    technical: { years: 1 },
  },
  /** The parts of a class that end earlier than the rest. */
  sooner: {
    anydesk: { hours: 24 },
    notes: { days: 30 },
  },
} as const;
