/** Times that callers write. Separate from the other schemas, because pages of the site load those. */
import * as z from 'zod/mini';
import { time } from './schemas.ts';

const inOneForm = (at: string): string => (Number.isNaN(Date.parse(at)) ? at : new Date(at).toISOString());

/**
 * A time that a caller wrote, with or without fractions of a second. It is converted to the form of stored times, because SQLite
 * compares times as texts. Year 0000 is refused because PostgreSQL has none.
 */
export const moment = time.check(
  z.refine((at) => !at.startsWith('0000')),
  z.overwrite(inOneForm),
);
