/** How the endpoints of the desk begin: by whether they change something, and who may call them. */
import * as z from 'zod/mini';
import type { StaffAuth } from '../endpoint.ts';

type Who = StaffAuth['staff'];

/** An endpoint that changes nothing. */
// @__NO_SIDE_EFFECTS__
export const reads = <const Staff extends Who>(staff: Staff) =>
  ({ tag: 'desk', method: 'GET', auth: { staff } }) as const;

/** The body of a write that says nothing. It is JSON all the same, because an HTML form of another site cannot send JSON. */
const empty = z.object({});

/** An endpoint that changes something. Its body is empty unless it names another one. */
// @__NO_SIDE_EFFECTS__
export const writes = <const Staff extends Who>(staff: Staff) =>
  ({ tag: 'desk', method: 'POST', auth: { staff }, body: empty }) as const;

/** An endpoint that changes something and needs a fresh proof. */
// @__NO_SIDE_EFFECTS__
export const freshWrites = <const Staff extends Who>(staff: Staff) =>
  ({ tag: 'desk', method: 'POST', auth: { staff, fresh: true }, body: empty }) as const;
