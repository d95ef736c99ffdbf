const wide = '900000000/60';

/** Limits so wide that a test of something else never reaches one by accident. */
export const wideLimits = {
  LIMIT_REQUESTS_PER_ADDRESS: wide,
  LIMIT_LEADS_PER_ADDRESS: wide,
  LIMIT_FORM_PAGES_PER_ADDRESS: wide,
  LIMIT_CONFIRMATIONS_PER_RECIPIENT: wide,
  LIMIT_AGENT_REQUESTS_PER_SESSION: wide,
  LIMIT_AGENT_REQUESTS_PER_DEALERSHIP: wide,
} as const;
