import type { ReactNode } from 'react';

interface FactProps {
  label: ReactNode;
  children: ReactNode;
}

/** A fact of a list of `facts`, in a box of its own. */
export function Fact({ label, labelId, children }: FactProps & { labelId?: string }) {
  return (
    <div className="fact">
      <dt id={labelId}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A line of a list of `pairs`. `figures`: its value is a number or a code. */
export function Pair({ label, figures = false, children }: FactProps & { figures?: boolean }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={figures ? 'numerals' : undefined}>{children}</dd>
    </>
  );
}
