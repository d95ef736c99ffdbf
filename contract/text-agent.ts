/** Whether Text Agent is switched on, for public pages. It loads no schema library. */

/** `GET` returns a `TextAgentAnswer`, which may be a minute old. */
export const textAgentPath = '/api/text-agent';

export interface TextAgentAnswer {
  readonly on: boolean;
}
