import type { SiteFigure } from './figure-of.ts';

/** Large numbers in a row, each with its status: a target is labelled as a target. */
export function Figures({ figures }: { figures: readonly SiteFigure[] }) {
  return (
    <dl className="figures figures-row">
      {figures.map(({ value, label, before, spoken, standing, note, name }) => (
        <div key={label} data-figure={name}>
          <dt>
            {label}&nbsp;
            <span className="tag" data-standing>
              {standing}
            </span>
            <small data-note hidden={!note}>
              {note}
            </small>
          </dt>
          <dd>
            {before && <small>{before} </small>}
            <span data-value aria-hidden={spoken ? true : undefined}>
              {value}
            </span>
            {spoken && (
              <span className="visually-hidden" data-spoken>
                {spoken}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
