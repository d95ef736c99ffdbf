/**
 * A signal that is aborted as soon as one of the others is, as `AbortSignal.any`. Browsers of before 2024 lack that; Chrome 109 is the last
 * one for Windows 7 and 8.1, Safari 16 for some telephones.
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
