/** Who calls the desk with a session's cookie. */
import type { Role } from '#contract/desk/permissions.ts';
import type { StaffAuthenticator } from '#server/http/endpoint.ts';

/** Somebody who is signed in. */
export interface StaffCaller {
  readonly personId: string;
  readonly name: string;
  readonly role: Role;
  readonly sessionId: string;
}

declare module '#server/http/endpoint.ts' {
  interface StaffCallers {
    anyone: undefined;
    'first-factor': undefined;
    enrolling: undefined;
    staff: StaffCaller;
  }
}

/** Until there are sessions, nobody is signed in. */
export const staffAuthenticator: StaffAuthenticator = async (_request, { staff }) =>
  staff === 'anyone' ? { caller: undefined } : { refused: 'signedOut' };
