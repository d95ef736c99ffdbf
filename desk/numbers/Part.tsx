import { type ReactNode, useId } from 'react';
import { definitions, type FigureName } from '#contract/desk/figures.ts';

interface PartProps {
  title: string;
  /** The figures that the part shows. Their definitions are behind `How this is counted`. */
  counted: readonly FigureName[];
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
          {counted.map((name) => (
            <div key={name}>
              <dt>{definitions[name].name}</dt>
              <dd>{definitions[name].counted}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
