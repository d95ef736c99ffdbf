interface Figure {
  readonly value: string;
  readonly label: string;
  /** What stands before the number in small: "up to", "under". */
  readonly before?: string;
  /** How the number is read aloud, where its signs are not words. */
  readonly spoken?: string;
  readonly standing: string;
}

/** Numbers set like a dashboard's cluster, each with its standing: a target says that it is one. */
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
