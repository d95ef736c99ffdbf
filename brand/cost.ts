/** What a store pays for, when, and what it never pays for. The amounts are in each store's written terms. */
export const cost = {
  rows: [
    { what: 'The inquiry, the intake, the access code, the portal', price: '$0' },
    { what: 'A request that nobody accepted, or that you cancelled', price: '$0' },
    { what: 'A deal that was not signed: no approval, or the customer left', price: '$0' },
    { what: 'Desk work alone: a structure, or a review of a jacket', price: 'the desk fee in your terms' },
    { what: 'A deal taken to the signature', price: 'the deal fee in your terms' },
  ],
  times: [
    {
      when: 'Before your first deal',
      words: 'You get both fees in writing. Until you have agreed to them, nobody works on a deal of yours.',
    },
    {
      when: 'After the deal',
      words: 'An e-mail brings one invoice for that deal, with the store, the date and the fee on it.',
    },
    {
      when: 'If an invoice is wrong',
      words: 'Write within 30 days of receiving it. The part that is not in question stays due; the rest waits.',
    },
  ],
} as const;
