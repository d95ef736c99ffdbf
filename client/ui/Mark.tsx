/** The mark: a square in four quarters, like a deal's worksheet. The caller says which quarter is lit. */
export type Square = 1 | 2 | 3 | 4;

/** The path of each quarter. */
export const squares = {
  1: 'M1 1h10v10H1z',
  2: 'M13 1h10v10H13z',
  3: 'M1 13h10v10H1z',
  4: 'M13 13h10v10H13z',
} as const;

export function Mark({ lit = 2 }: { lit?: Square }) {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {([1, 2, 3, 4] as const).map((square) => (
        <path key={square} d={squares[square]} className={square === lit ? 'mark-lit' : undefined} />
      ))}
    </svg>
  );
}
