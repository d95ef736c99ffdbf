/** The names that the forms send to the mail provider. The environment can set others. */
export const mail = {
  publicKey: 'boxline-site',
  serviceId: 'default_service',
  templateIds: { inquiry: 'dealer_inquiry', intake: 'dealer_intake' },
} as const;
