/** Why taps were not stored, one line for each. The live region exists before it has words, as screen readers need. */
export function TapFaults({ faults }: { faults: readonly { readonly key: string; readonly text: string }[] }) {
  return (
    <div role="alert" className="field-error">
      {faults.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
