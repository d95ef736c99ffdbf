/** The schemas that most endpoints are made of. */
import * as z from 'zod/mini';
import { idPattern } from './reference.ts';

export const text = z.string();
export const maybeText = z.nullable(text);
export const atMost = (most: number) => text.check(z.maxLength(most));
/** ISO-8601 in UTC. */
export const time = z.iso.datetime();
export const maybeTime = z.nullable(time);
/** When an answer changes by time alone, if no moment in it says so (`desk/next-moment.ts`). Answers of the version before do not have it. */
export const changesAt = { changesAt: z.optional(maybeTime) };
/**
 * The version of a request that the page showed when a button was pressed. It tells a late press from a new one.
 * Optional, because pages of an earlier version do not send it.
 */
export const seenVersion = { seen: z.optional(z.number()) };
/** The names of an object's members, for `z.enum`. */
export const names = <Name extends string>(of: Readonly<Record<Name, unknown>>) => Object.keys(of) as [Name, ...Name[]];
/** A UUID that a browser may mint (`mintId`). */
export const id = text.check(z.regex(idPattern));
