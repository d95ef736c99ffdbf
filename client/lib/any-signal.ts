/**
 * A signal that is aborted as soon as one of the others is, as `AbortSignal.any`. Browsers from before 2024 lack it, such as
 * Chrome 109, the last one for Windows 7 and 8.1, and Safari 16, the last one for some telephones.
 */
export function anySignal(signals: AbortSignal[]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any(signals);
  const any = new AbortController();
  const abort = () => any.abort();
  for (const signal of signals) {
    if (signal.aborted) abort();
    // The other listeners end with the first abort.
    signal.addEventListener('abort', abort, { signal: any.signal });
  }
  return any.signal;
}
