import { type ReactNode, useId } from 'react';
import { definitions, type FigureName } from '#contract/desk/figures.ts';

interface PartProps {
  title: string;
  /** The figures that the part shows, or their definitions, which are behind `How this is counted`. */
  counted: readonly (FigureName | { readonly name: string; readonly counted: string })[];
  wide?: boolean;
  /** The figures of the part's picture as a table, behind a button. */
  table?: ReactNode;
  children?: ReactNode;
}

/** A part of the screen with its heading, and the definitions of its figures. */
export function Part({ title, counted, wide = false, table, children }: PartProps) {
  const id = useId();
  return (
    <section className={wide ? 'numbers-part is-wide' : 'numbers-part'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {table && (
        <details className="numbers-as-table">
          <summary>
            Show as a table<span className="visually-hidden">: {title}</span>
          </summary>
          {table}
        </details>
      )}
      <details className="numbers-counted">
        <summary>
          How this is counted<span className="visually-hidden">: {title}</span>
        </summary>
        <dl>
          {counted
            .map((one) => (typeof one === 'string' ? definitions[one] : one))
            .map(({ name, counted: how }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{how}</dd>
              </div>
            ))}
        </dl>
      </details>
    </section>
  );
}
