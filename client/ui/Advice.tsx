import { Button } from './Button.tsx';

/** Help about what was typed, with a correction to accept by a press when there is one. */
export interface AdviceProps {
  text: string;
  correction?: { label: string; onCorrect: () => void } | undefined;
}

/** The place under a control for help that appears after the person has left the field. It is announced without interrupting. */
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
