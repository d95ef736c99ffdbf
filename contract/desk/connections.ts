/** The words of the connections screen, without a schema library. Its endpoints are in `connection-endpoints.ts`. */

/** The states of an endpoint. */
export const endpointStates = {
  working: 'Working',
  failing: 'Failing',
  disabled: 'Disabled',
} as const;
export type EndpointState = keyof typeof endpointStates;

/** Why an endpoint gets nothing: a person switched it off, it failed for five days, or it answered that it is gone. */
export const disabledReasons = {
  hand: 'Switched off by a person',
  failing: 'It failed for five days',
  gone: 'It answered 410: it wants no more webhooks',
} as const;
export type DisabledReason = keyof typeof disabledReasons;

/** The states of a delivery. */
export const deliveryStates = {
  waiting: 'Waiting',
  unsure: 'May have arrived; retrying',
  held: 'Waiting',
  sent: 'Delivered',
  failed: 'Not delivered',
  expired: 'Will not be sent',
} as const;

export const connectionRefusals = {
  notFound: { status: 404, text: 'There is no such endpoint.' },
  pressTaken: {
    status: 422,
    text: 'This form has already added an endpoint, and that endpoint differs from what you typed. Look for it in the list, where you can rotate its secret. To add a second endpoint, press Add it again.',
  },
  noDelivery: { status: 404, text: 'There is no such delivery.' },
  badName: { status: 422, text: 'Give a name.' },
  badUrl: { status: 422, text: 'This is not a web address. Begin with https://, without user and password.' },
  notHttps: { status: 422, text: 'The address must begin with https://.' },
  privateAddress: {
    status: 422,
    text: 'This address is not on the public internet. WEBHOOK_ALLOW says which others are allowed.',
  },
  noEvents: { status: 422, text: 'Choose at least one event.' },
  tooMany: { status: 422, text: 'There are as many endpoints as there can be. Remove one first.' },
  isDisabled: { status: 422, text: 'The endpoint is disabled. Switch it on first.' },
} as const;
export type ConnectionRefusal = keyof typeof connectionRefusals;

export const tokenRefusals = {
  pressTaken: {
    status: 422,
    text: 'This form has made a token already, which differs now, or was used or revoked since. Look for it in the list, and revoke it when no program has it. Press Make the token again to make a second one.',
  },
  noToken: { status: 404, text: 'This token does not exist, or it has ended.' },
  badName: { status: 422, text: 'Give a name.' },
  noScopes: { status: 422, text: 'Choose at least one thing that it may read.' },
  tooManyTokens: { status: 422, text: 'There are as many tokens as there can be. Revoke one first.' },
} as const;
