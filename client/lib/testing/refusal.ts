import { refusalHeader } from '#contract/refusal-mark.ts';

/** A refusal with our server's mark. */
export const refuse = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { ...headers, [refusalHeader]: String(status) } });
