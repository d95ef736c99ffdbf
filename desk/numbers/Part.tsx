import { type ReactNode, useId } from 'react';
import { definitions, type FigureName } from '#contract/desk/figures.ts';

interface PartProps {
  title: string;
  /** What is counted in it: said when somebody asks. */
  counted: readonly FigureName[];
  wide?: boolean;
  /** The table of what the pictures of the part show; shown on a press. */
  table?: ReactNode;
  children?: ReactNode;
}

/** A part of the screen with its heading, and how what it shows is counted. */
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
