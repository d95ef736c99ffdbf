import { useEffect } from 'react';

const prefix = 'Error: ';

/** Puts `Error: ` before the document's title while a form shows that it was refused. */
export function useErrorTitle(refused: boolean): void {
  useEffect(() => {
    if (!refused) return undefined;
    document.title = `${prefix}${document.title}`;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [refused]);
}
