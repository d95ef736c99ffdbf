/** Why taps were not stored, one line for each. The live region exists before it has words, as screen readers need. */
export function TapFaults({ faults }: { faults: readonly string[] }) {
  return (
    <div role="alert" className="field-error">
      {faults.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
