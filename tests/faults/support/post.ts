/** Sends forms to a running server. */
import { sendPath } from '#contract/send.ts';
import { envelopeOf } from '../../support/answers.ts';

export interface PostAnswer {
  readonly status: number;
  readonly text: string;
  readonly afterMs: number;
}

export type Kind = 'inquiry' | 'intake';

export const bodyOf = (kind: Kind, params: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...envelopeOf(kind), template_params: params });

/** Sends a form as JSON. Rejects when no answer comes within `withinMs`. */
export async function post(
  url: string,
  kind: Kind,
  params: Readonly<Record<string, unknown>>,
  { headers = {}, withinMs = 30_000 }: { headers?: Record<string, string>; withinMs?: number } = {},
): Promise<PostAnswer> {
  const startedAt = performance.now();
  const answer = await fetch(url + sendPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: bodyOf(kind, params),
    signal: AbortSignal.timeout(withinMs),
  });
  const text = await answer.text();
  return { status: answer.status, text, afterMs: performance.now() - startedAt };
}
