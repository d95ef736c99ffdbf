/** The refusals that every endpoint of the desk has besides the common ones, by the names that its pages use. */
export const staffRefusals = {
  /** There is no session, or it has ended. */
  signedOut: { status: 401, text: 'You are signed out. Sign in again.' },
  notAllowed: { status: 403, text: 'Your role does not allow this.' },
  /** A factor must be proved first, within the last five minutes (`proveAgain`). */
  proofNeeded: { status: 403, text: 'Prove once more that it is you.' },
  locked: { status: 423, text: 'The desk is locked. Unlock it first.' },
} as const;
