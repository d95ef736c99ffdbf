const drawings = {
  stop: 'M11 6h2v7h-2zm0 9h2v2.2h-2z',
  go: 'm6.4 12.3 1.5-1.5 3 3 5.6-5.7 1.5 1.5-7.1 7.2z',
  note: 'M11 6.8h2V9h-2zm0 4.2h2v6.2h-2z',
} as const;

/** The sign beside a message, so that its colour is never all that tells what it means. */
export function Sign({ tone }: { tone: keyof typeof drawings }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path className="sign-plate" d="M1 1h22v22H1z" />
      <path className="sign-drawing" d={drawings[tone]} />
    </svg>
  );
}
