/** The body of a hand-off without details of the deal, and without the person to whom it goes. */
export const nothingTold = {
  stage: 'accepted',
  lender: '',
  products: [] as never[],
  openStipulations: '',
  promised: '',
} as const;
