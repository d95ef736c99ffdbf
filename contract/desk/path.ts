/** Where the desk is. It stands alone for the pages of the site that only link to it: what else a sign-in needs weighs on none of them. */
export const deskPath = '/desk';
