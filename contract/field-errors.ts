/** The body of a 422 of the mail provider's API. A page needs it only when it sends, so no form page loads it at first. */

/** The error of a 422 when the id is already stored with other answers. A page that reads it mints a new id. */
export const idTaken = { field: 'submission_id', text: 'This submission was already received with other answers' };

/** Writes the body of a 422. */
export const writeFieldErrors = (errors: readonly { field: string; text: string }[]): string =>
  errors.map(({ field, text }) => `${field}: ${text}`).join('\n');

/** Reads the body of a 422. Lines that are not `field: text` are left out. */
export function readFieldErrors(body: string): { field: string; text: string }[] {
  return body.split('\n').flatMap((line) => {
    const [, field, text] = /^([a-z_]+): (.+)$/.exec(line) ?? [];
    return field && text ? [{ field, text }] : [];
  });
}
