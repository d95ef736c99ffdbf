import { useId } from 'react';
import { dispositionNames, dispositions } from '#contract/agent-request.ts';

/** How it ended, as radio buttons. */
export function DispositionChoice({ error, chosen }: { error: string | undefined; chosen?: string | null }) {
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={id}>
      <legend className="field-label">How did it end?</legend>
      <p className="field-error" id={id} role="alert">
        {error}
      </p>
      <div className="dispositions">
        {dispositionNames.map((name) => (
          <label key={name} className="radio">
            <input type="radio" name="disposition" value={name} defaultChecked={chosen === name} />
            {dispositions[name]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
