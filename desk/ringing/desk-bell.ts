import { createBell } from './bell.ts';

/** The bell of this page. */
export const bell = createBell(() => (typeof AudioContext === 'undefined' ? undefined : new AudioContext()));
