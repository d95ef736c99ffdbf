import { Mark } from '#client/ui/Mark.tsx';

interface Quarter {
  readonly title: string;
  readonly text: string;
}

/** Four things side by side, each with its quarter of the mark lit. */
export function Quarters({ quarters }: { quarters: readonly [Quarter, Quarter, Quarter, Quarter] }) {
  return (
    <ul className="quarters">
      {quarters.map(({ title, text }, index) => (
        <li key={title} className="stack">
          <Mark lit={([1, 2, 3, 4] as const)[index] ?? 1} />
          <h3>{title}</h3>
          <p className="soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}
