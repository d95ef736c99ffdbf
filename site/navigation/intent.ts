/** Calls back when the person may be about to press something: the pointer, the focus or a finger comes to it. */
export function onIntent(listener: (event: Event) => void, signal: AbortSignal): void {
  for (const intent of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(intent, listener, { signal, passive: true });
  }
}
