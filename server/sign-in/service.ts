/** Who is signed in to the desk, and how they got in. */
export { type StaffCaller, staffAuthenticator } from './authenticate.ts';
