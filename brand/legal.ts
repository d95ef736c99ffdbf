/** What the terms and the privacy policy are bound to. The law is a sample: an operator's lawyer names it. */
export const legal = {
  lastUpdated: 'January 1, 2025',
  minimumAge: 18,
  governingLaw: 'the State of Maine',
  /** How long each class of record is kept. */
  retention: [
    { what: 'Account data', kept: 'while active, plus 7 years' },
    { what: 'Transaction records', kept: '7 years' },
    { what: 'Communication logs', kept: '3 years' },
    { what: 'Technical logs', kept: '1 year' },
  ],
} as const;
