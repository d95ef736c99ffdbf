import { Button } from './Button.tsx';

/** Help about what was typed, and the correction that a press makes, when there is one. */
export interface AdviceProps {
  text: string;
  correction?: { label: string; onCorrect: () => void } | undefined;
}

/** The place under a control where help appears after the field was left. It is announced without interrupting. */
export function Advice({ advice }: { advice?: AdviceProps | undefined }) {
  return (
    <div className="field-advice" role="status">
      {advice && (
        <>
          <p>{advice.text}</p>
          {advice.correction && (
            <Button look="quiet" onClick={advice.correction.onCorrect}>
              {advice.correction.label}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
