import { footerScrollMs } from '#contract/footer-scroll.ts';

/** The scroll is smooth unless the person prefers reduced motion. */
const behavior = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');

export const scrollToTop = (): void => scrollTo({ top: 0, behavior: behavior() });

/** The scroll that follows a press on one of the footer's legal links (S2, S9). */
export const scrollToTopSoon = (): void => void setTimeout(scrollToTop, footerScrollMs);
