import type { ReactNode } from 'react';
import './content.css';

interface BandProps {
  material: 'night' | 'paper';
  /** The id of the heading that names the band. */
  labelledBy: string;
  /** The page's first band, which holds its h1. */
  head?: boolean;
  /** Whether the vertical line of the four-square runs through it; then nothing in it crosses the middle. */
  axis?: boolean;
  className?: string;
  children: ReactNode;
}

/** One idea of a page, on one material, as wide as the window. */
export function Band({ material, labelledBy, head = false, axis = true, className, children }: BandProps) {
  const classes = ['band', material, head && 'band-head', className].filter(Boolean).join(' ');
  return (
    <section className={classes} aria-labelledby={labelledBy}>
      <div className={axis ? 'frame axis' : 'frame'}>{children}</div>
    </section>
  );
}
