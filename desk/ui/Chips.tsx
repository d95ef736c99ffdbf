import { Button } from '#client/ui/Button.tsx';

interface ChipsProps<Value extends string> {
  /** The id of the element that names them. */
  labelId: string;
  /** The words of each choice. */
  names: Readonly<Record<Value, string>>;
  isChosen: (value: Value) => boolean;
  /** Whether a tap does nothing now. */
  isOff: boolean;
  onTap: (value: Value) => void;
}

/** Choices that are each stored by one tap. */
export const Chips = <Value extends string>({ labelId, names, isChosen, isOff, onTap }: ChipsProps<Value>) => (
  <fieldset className="chips" aria-labelledby={labelId}>
    {(Object.keys(names) as Value[]).map((value) => (
      <Button
        key={value}
        aria-pressed={isChosen(value)}
        aria-disabled={isOff || undefined}
        onClick={() => isOff || onTap(value)}
      >
        {names[value]}
      </Button>
    ))}
  </fieldset>
);
