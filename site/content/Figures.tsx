interface Figure {
  readonly value: string;
  readonly label: string;
  /** Small words before the number: "up to", "under". */
  readonly before?: string;
  /** How screen readers read the number, when its symbols cannot be read as words. */
  readonly spoken?: string;
  readonly standing: string;
}

/** Large numbers in a row, each with its status: a target is labelled as a target. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures figures-row">
      {figures.map(({ value, label, before, spoken, standing }) => (
        <div key={label}>
          <dt>
            {label} <span className="tag">{standing}</span>
          </dt>
          <dd>
            {before && <small>{before} </small>}
            {spoken ? (
              <>
                <span aria-hidden="true">{value}</span>
                <span className="visually-hidden">{spoken}</span>
              </>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
