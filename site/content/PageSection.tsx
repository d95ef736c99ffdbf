import type { ReactNode } from 'react';
import './content.css';

interface PageSectionProps {
  material: 'night' | 'paper';
  /** The id of the heading that names the section. */
  labelledBy: string;
  /** Whether this is the first section, which holds the page's h1. */
  head?: boolean;
  /** Whether the page's vertical middle line is drawn. Then no content may cross the middle. */
  axis?: boolean;
  className?: string;
  children: ReactNode;
}

/** A section of a page: one idea, as wide as the window, on a dark (`night`) or light (`paper`) background. */
export function PageSection({
  material,
  labelledBy,
  head = false,
  axis = true,
  className,
  children,
}: PageSectionProps) {
  const classes = ['page-section', material, head && 'page-section-head', className].filter(Boolean).join(' ');
  return (
    <section className={classes} aria-labelledby={labelledBy}>
      <div className={axis ? 'frame axis' : 'frame'}>{children}</div>
    </section>
  );
}
