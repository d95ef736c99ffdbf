/** Whether Text Agent is switched on, for public pages. It loads no schema library. */

/** `GET` returns `{ on }`, which may be a minute old. */
export const textAgentPath = '/api/text-agent';
