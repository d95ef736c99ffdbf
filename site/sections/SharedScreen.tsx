const worksheet = [
  { label: 'Trade', value: '14,200' },
  { label: 'Price', value: '31,480' },
  { label: 'Down', value: '3,500' },
  { label: 'Payment', value: '241 × 72' },
] as const;

/** The lengths of the lines that draw the sound of talk, in hundredths of the longest. */
const voice = [30, 62, 44, 90, 54, 26, 70, 100, 58, 34, 78, 48, 22, 60, 84, 40, 66, 30];
const voiceLines = voice.map((height, index) => `M${index * 6 + 3} ${12 - height * 0.11}v${height * 0.22}`).join('');

/** A pointer on the screen, with its owner's name. */
function Pointer({ whose, className }: { whose: string; className: string }) {
  return (
    <span className={`pointer ${className}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d="M1 0v13l4-3.5h6z" />
      </svg>
      <span className="pointer-words">{whose}</span>
    </span>
  );
}

/** A store's screen with a deal and two pointers: the store's and the finance manager's. */
export function SharedScreen() {
  return (
    <div
      className="screen"
      role="img"
      aria-label="Sample picture of a session: a deal worksheet on the store's screen, with the pointer of the store and the pointer of the finance manager, who are talking."
    >
      <div className="screen-bar">
        <span>Deal worksheet</span>
        <span className="screen-sample">Sample data</span>
      </div>
      <div className="screen-sheet paper">
        {worksheet.map(({ label, value }) => (
          <p key={label}>
            <span>{label}</span>
            {value}
          </p>
        ))}
        <Pointer whose="You" className="pointer-store" />
        <Pointer whose="Finance manager" className="pointer-manager" />
      </div>
      <div className="screen-call">
        <span className="screen-live">On the line 4:12</span>
        <svg viewBox="0 0 108 24" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <path d={voiceLines} />
        </svg>
        <span className="screen-end">End session</span>
      </div>
    </div>
  );
}
