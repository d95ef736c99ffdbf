/** Whether Text Agent is switched on, for pages that anybody may read. It loads no schema library. */

/** `GET` -> `TextAgentAnswer`, which may be a minute old. */
export const textAgentPath = '/api/text-agent';

export interface TextAgentAnswer {
  readonly on: boolean;
}
