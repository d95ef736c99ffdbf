const drawings = {
  stop: 'M11 6h2v7h-2zm0 9h2v2.2h-2z',
  go: 'm6.4 12.3 1.5-1.5 3 3 5.6-5.7 1.5 1.5-7.1 7.2z',
  note: 'M11 6.8h2V9h-2zm0 4.2h2v6.2h-2z',
} as const;

/** The icon beside a message, because its meaning must not depend on colour alone (WCAG 1.4.1). */
export function Icon({ tone }: { tone: keyof typeof drawings }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path className="icon-plate" d="M1 1h22v22H1z" />
      <path className="icon-drawing" d={drawings[tone]} />
    </svg>
  );
}
