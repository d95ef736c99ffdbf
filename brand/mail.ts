/** What the forms name to the mail provider. The environment can name others. */
export const mail = {
  publicKey: 'boxline-site',
  serviceId: 'default_service',
  templateIds: { inquiry: 'dealer_inquiry', intake: 'dealer_intake' },
} as const;
