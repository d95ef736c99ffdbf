/** The endpoints of the desk. Each begins with whether it changes something, who may call it, and its path. */
import * as z from 'zod/mini';
import { type Description, endpoint, type Path, type StaffAuth } from '../endpoint.ts';
import { staffRefusals } from './staff-refusals.ts';

type Staff = StaffAuth['staff'];
type OfDesk = Omit<Description, 'tag' | 'auth'>;

/** Who may call it. `StaffAuth` says what is unusual about it, for example that a locked session may call it too. */
type Who = Staff | StaffAuth;
type AuthOf<W extends Who> = W extends StaffAuth ? W : { readonly staff: W };
const authOf = <W extends Who>(who: W) => (typeof who === 'string' ? { staff: who } : who) as AuthOf<W>;

/** Adds the refusals of every endpoint of the desk. In the types `endpoint` adds them itself. */
const ofDesk = <D extends OfDesk>(of: D): D => ({ ...of, refusals: { ...staffRefusals, ...of.refusals } });

/** An endpoint that changes nothing. */
// @__NO_SIDE_EFFECTS__
export const reads = <const W extends Who, const P extends Path, const D extends OfDesk>(who: W, path: P, of: D) =>
  endpoint('GET', path, { tag: 'desk', auth: authOf(who), ...ofDesk(of) });

/** The body of a write that says nothing. It is JSON all the same, because an HTML form of another site cannot send JSON. */
const empty = z.object({});
type WithBody<D> = D extends { readonly body: unknown } ? D : D & { readonly body: typeof empty };
const withBody = <D extends OfDesk>(of: D) => ({ body: empty, ...of }) as WithBody<D>;

/** An endpoint that changes something. Its body is empty unless it names another one. */
// @__NO_SIDE_EFFECTS__
export const writes = <const W extends Who, const P extends Path, const D extends OfDesk>(who: W, path: P, of: D) =>
  endpoint('POST', path, { tag: 'desk', auth: authOf(who), ...withBody(ofDesk(of)) });

/** An endpoint that changes something and needs a fresh proof. */
// @__NO_SIDE_EFFECTS__
export const freshWrites = <const S extends Staff, const P extends Path, const D extends OfDesk>(
  staff: S,
  path: P,
  of: D,
) => writes({ staff, fresh: true }, path, of);
