/** Listens to several kinds of event until the returned function is called. */
export function listen(
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  handlers: Readonly<Record<string, (event: Event) => void>>,
): () => void {
  const all = Object.entries(handlers);
  for (const one of all) events.addEventListener(...one);
  return () => {
    for (const one of all) events.removeEventListener(...one);
  };
}
