/** What other programs may read, and the limits, without a schema library. The endpoints are in `api-endpoints.ts`. */

/** What a token may read. A token has one of them or more. */
export const apiScopes = {
  'leads:read': 'Read leads with their answers',
  'requests:read': 'Read requests for a finance manager',
  'dealerships:read': 'Read dealerships with their contacts',
} as const;
export type ApiScope = keyof typeof apiScopes;
export const apiScopeNames = Object.keys(apiScopes) as [ApiScope, ...ApiScope[]];

/** What every token begins with, so that scanners of source code find one that leaked. */
export const apiTokenPrefix = 'bxl_';

export const apiLimits = {
  page: 50,
  largestPage: 200,
  tokens: 50,
  tokenName: 80,
} as const;

/** How long a token can be valid, in days: the choices at the desk. */
export const apiTokenDays = [30, 90, 365] as const;
