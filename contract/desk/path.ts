/** The path of the desk. A file of its own, so that pages that only link to the desk load nothing else of the sign-in. */
export const deskPath = '/desk';
