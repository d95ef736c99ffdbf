/** Wide enough that no test of something else meets a limit of requests by accident. */
export const wideLimits = {
  LIMIT_REQUESTS_PER_ADDRESS: '1000000/60',
  LIMIT_AGENT_REQUESTS_PER_SESSION: '1000000/60',
  LIMIT_AGENT_REQUESTS_PER_DEALERSHIP: '1000000/60',
};
