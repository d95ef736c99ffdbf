import { footerScrollMs } from './footer-scroll.ts';

/** Every time the customer fixed (S9 in docs/spec-coverage.md), in milliseconds. */
export const timings = {
  typewriterPerCharacterMs: 8,
  particleStepMs: 50,
  cursorBlinkMs: 500,
  footerScrollMs,
  splashElementsMs: [200, 800, 1400, 2000],
  splashFadeMs: 4000,
  splashDoneMs: 4500,
  inquiryCloseMs: 2000,
} as const;

/** How many particles drift behind the hero (S9). */
export const particleCount = 50;
