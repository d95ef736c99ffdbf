const wide = '900000000/60';

/** Wide enough that no test of something else meets a limit by accident. */
export const wideLimits = {
  LIMIT_REQUESTS_PER_ADDRESS: wide,
  LIMIT_LEADS_PER_ADDRESS: wide,
  LIMIT_FORM_PAGES_PER_ADDRESS: wide,
  LIMIT_CONFIRMATIONS_PER_RECIPIENT: wide,
  LIMIT_AGENT_REQUESTS_PER_SESSION: wide,
  LIMIT_AGENT_REQUESTS_PER_DEALERSHIP: wide,
} as const;
