/** Refusals that every endpoint of the desk has beside the common ones, by the names that its pages know. */
export const staffRefusals = {
  /** There is no session, or it ended. */
  signedOut: { status: 401, text: 'You are signed out. Sign in again.' },
  notAllowed: { status: 403, text: 'Your role does not allow this.' },
  /** Needs proof of a factor that is at most five minutes old (`proveAgain`). */
  proofNeeded: { status: 403, text: 'Prove once more that it is you.' },
  locked: { status: 423, text: 'The desk is locked. Unlock it first.' },
} as const;
