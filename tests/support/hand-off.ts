/** The body of a hand-off, but for the person whom it goes to, when nothing is told of the deal. */
export const nothingTold = {
  stage: 'accepted',
  lender: '',
  products: [] as never[],
  openStipulations: '',
  promised: '',
} as const;
