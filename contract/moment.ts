/** Times that callers write. Apart from the other schemas, which pages of the site load. */
import * as z from 'zod/mini';
import { time } from './schema-words.ts';

const inOneForm = (at: string): string => (Number.isNaN(Date.parse(at)) ? at : new Date(at).toISOString());

/**
 * A time that a caller wrote, with or without parts of a second. It is read into the form of every stored time, because
 * SQLite compares times as texts. There is no year 0000 for PostgreSQL.
 */
export const moment = time.check(
  z.refine((at) => !at.startsWith('0000')),
  z.overwrite(inOneForm),
);
