import { type SubmitEvent, type SyntheticEvent, useEffect, useId } from 'react';
import { isComposing } from '#client/lib/composing.ts';
import { Button } from '#client/ui/Button.tsx';
import { useInPlace } from '../lib/use-in-place.ts';
import { Chips } from '../ui/Chips.tsx';
import { Fact } from '../ui/Fact.tsx';
import { type EditField, useEdit } from './use-edit.ts';

interface EditRowProps {
  field: EditField;
  label: string;
  /** Choices, each stored by one tap. Without them the field is a text. */
  options?: readonly string[] | undefined;
  hint?: string | undefined;
  maxLength: number;
  /** Several lines of text: Enter begins the next one. */
  lines?: boolean | undefined;
  inputMode?: 'text' | 'numeric';
  /** What the dealership's own form said about this. It is shown whatever value is stored. */
  said?: string | undefined;
  /** Who wrote it last, and when. */
  source?: string | undefined;
  canEdit: boolean;
}

/** A fact with its label, edited in its place. Enter stores one line, and Esc leaves it as it was. */
export function EditRow({
  field,
  label,
  options,
  hint,
  maxLength,
  lines = false,
  inputMode,
  said,
  source,
  canEdit,
}: EditRowProps) {
  const { edit, begin, type, save, decide, leave, hasTyped } = useEdit(field, label);
  const id = useId();
  const isOpen = edit.status !== 'reading';
  const { place, button } = useInPlace<HTMLDivElement>(isOpen);

  // What is open and not typed into may show what was erased meanwhile.
  const isIdle = !canEdit && edit.status === 'editing' && !hasTyped();
  useEffect(() => {
    if (isIdle) leave();
  }, [isIdle, leave]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save(String(new FormData(event.currentTarget).get('value') ?? '').trim());
  };
  useEffect(() => {
    const element = place.current;
    if (!isOpen || !element) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.stopPropagation();
      leave();
    };
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  }, [isOpen, leave, place]);
  if (edit.status === 'reading') {
    return (
      <Fact label={label} labelId={id}>
        {field.stored ? (
          <span className="fact-text">{field.stored}</span>
        ) : (
          <span className="fact-none">
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">not known</span>
          </span>
        )}
        {source && <span className="fact-source">{source}</span>}
        {said && <span className="fact-source">Their form said {said}</span>}
        {canEdit && (
          <Button look="quiet" ref={button} onClick={begin}>
            {field.stored ? 'Change' : 'Add'}
            <span className="visually-hidden"> {label}</span>
          </Button>
        )}
      </Fact>
    );
  }
  const saving = edit.status === 'saving';
  const control = {
    className: 'control',
    name: 'value',
    'aria-labelledby': id,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    maxLength,
    autoComplete: 'off',
    defaultValue: edit.text,
    onInput: ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => type(currentTarget.value),
  } as const;
  const leaveIt = (
    <Button look="quiet" onClick={leave}>
      Cancel
    </Button>
  );
  return (
    <div className="fact fact-open" ref={place}>
      <dt id={id}>{label}</dt>
      <dd>
        <div>
          {options ? (
            <>
              <Chips
                labelId={id}
                names={Object.fromEntries(options.map((option) => [option, option]))}
                isChosen={(option) => option === field.stored}
                isOff={saving}
                onTap={save}
              />
              <div className="edit-buttons">
                {field.stored !== '' && (
                  <Button look="quiet" onClick={() => save('')}>
                    Clear
                  </Button>
                )}
                {leaveIt}
              </div>
            </>
          ) : (
            <form className="edit" noValidate onSubmit={submit}>
              {lines ? <textarea {...control} rows={4} /> : <input {...control} inputMode={inputMode} />}
              <div className="edit-buttons">
                <Button type="submit" look="primary" aria-disabled={saving || undefined}>
                  {saving ? 'Saving…' : 'Save'}
                </Button>
                {leaveIt}
              </div>
            </form>
          )}
          {hint && (
            <p className="field-help" id={`${id}-hint`}>
              {hint}
            </p>
          )}
          <div role="alert">
            {edit.status === 'failed' && <p className="field-error">{edit.why}</p>}
            {edit.status === 'conflict' && (
              <>
                <p className="field-error fact-text">
                  Somebody changed it meanwhile to “{edit.theirs || 'nothing'}”. Yours is{' '}
                  {edit.more ? 'what the field has now' : `“${edit.text || 'nothing'}”`}.
                </p>
                <Button onClick={() => decide(true)}>Save mine</Button>
                <Button onClick={() => decide(false)}>Keep theirs</Button>
              </>
            )}
          </div>
        </div>
      </dd>
    </div>
  );
}
