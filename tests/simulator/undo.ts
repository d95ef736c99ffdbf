/**
 * Undoes a correction of the product while its source is loaded, so that a test can show that the simulator finds the corrected
 * fault. The product has no switch for this. An undoing fails when its text is no longer in the source; then it must be rewritten.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

interface Edit {
  /** The file, from the project's folder. */
  readonly file: string;
  readonly text: string;
  readonly instead: string;
}

export const undoings: Readonly<Record<string, readonly Edit[]>> = {
  /** A process that stood still claims a message again that it is still sending. */
  'frozen worker': [
    {
      file: 'server/outbox/claims.ts',
      text: 'ownLeases.size > 0',
      instead: 'ownLeases.size < 0',
    },
    { file: 'server/outbox/claims.ts', text: 'ids.length > 0', instead: 'ids.length < 0' },
  ],
  /** A process that stood still between its claim and its try does not check whether it still has the lease. */
  'lease check': [
    {
      file: 'server/outbox/claims.ts',
      text: 'if (!(await heartbeat(claim))) return false;',
      instead: 'return true;',
    },
  ],
  /** A view that comes late replaces a newer one. */
  'backward card': [
    {
      file: 'site/portal/request/follow-request.ts',
      text: 'return hasGoneBack ?',
      instead: 'return true ? false : hasGoneBack ?',
    },
  ],
  /** A request that arrives after another one replaced it runs beside that one. */
  'late request': [
    { file: 'server/requests/service.ts', text: 'if (await cameTooLate(trx, request.id, at))', instead: 'if (!trx)' },
  ],
  /** A press that arrives late, or twice, is taken as a new one. */
  'late press': [{ file: 'server/requests/press.ts', text: 'seen !== undefined &&', instead: 'seen === -1 &&' }],
  /** A shown lead is erased, and the forms that were joined to it stay under it. */
  'erased with others': [{ file: 'server/leads/record-kinds.ts', text: 'await passOn(trx, forms, at);', instead: '' }],
  /** Messages that were written while the clock was ahead wait until that time. */
  'clock set right': [
    {
      file: 'server/outbox/future-times.ts',
      text: 'async function correctFutureTimes(): Promise<void> {',
      instead: 'async function correctFutureTimes(): Promise<void> {\n    if (now()) return;',
    },
  ],
};

/** Loads the product without a correction. Returns a function that throws unless every edit was made. */
export function undo(name: string): () => void {
  const edits = undoings[name];
  if (!edits) throw new Error(`There is no undoing ${name}; there are ${Object.keys(undoings).join(', ')}`);
  const left = new Set(edits);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const here = edits.filter(({ file }) => pathToFileURL(file).href === url);
      if (here.length === 0) return loaded;
      let source = String(loaded.source instanceof Uint8Array ? Buffer.from(loaded.source) : loaded.source);
      for (const edit of here) {
        const parts = source.split(edit.text);
        if (parts.length !== 2)
          throw new Error(`${edit.file} has "${edit.text}" ${parts.length - 1} times, and not once`);
        source = parts.join(edit.instead);
        left.delete(edit);
      }
      return { ...loaded, source };
    },
  });
  return () => {
    if (left.size > 0) throw new Error(`Not loaded: ${[...left].map(({ file }) => file).join(', ')}`);
  };
}
