import { headScript } from '#client/lib/head-script.ts';

/**
 * Gives a form an id at the moment when the browser posts it by itself, because the page's script is not there yet. The id is a
 * field of the form. When the browser goes back to the form it restores the id with the answers, and the script goes on with that
 * id: sent again, it is the same lead. The source text of this function is put inline into the document's head. Therefore it uses
 * nothing but its parameter.
 */
function nameEarlyPost({ document, crypto }: Window & typeof globalThis): void {
  document.addEventListener('submit', (event) => {
    const field = (event.target as HTMLFormElement).elements.namedItem('submission_id') as HTMLInputElement | null;
    // The script sends the form itself, under an id of its own. An id that the browser restored is kept.
    if (event.defaultPrevented || !field || field.value) return;
    // A version 4 UUID. `randomUUID` is missing on plain http.
    field.value = '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
      const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
      return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
    });
  });
}

/** The script in the head of a page with a form. */
export const earlyPostScript = headScript(nameEarlyPost);
