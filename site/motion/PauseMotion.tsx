import './pause-motion.css';

/** Kept until the document is left, so that motion stays paused when the person comes back to the page. */
let paused = false;

/**
 * Pauses everything that moves for longer than 5 s (WCAG 2.2.2): every element with the class `moves` in the same section.
 * The styles pause it, so the control works without script.
 */
export function PauseMotion() {
  return (
    <label className="pause">
      <input
        type="checkbox"
        className="pause-switch"
        defaultChecked={paused}
        onChange={(event) => {
          paused = event.target.checked;
        }}
      />
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path className="pause-bars" d="M8 5v14M16 5v14" />
        <path className="pause-play" d="m8 5 11 7-11 7z" />
      </svg>
      Pause motion
    </label>
  );
}
