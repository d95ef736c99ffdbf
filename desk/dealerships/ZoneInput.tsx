import { useId } from 'react';
import { controlProps, FieldNotes } from '#client/ui/FieldFrame.tsx';
import { useFault } from '../ui/SendForm.tsx';
import { timeZones } from './fields.ts';

/** A field for an IANA time zone. It suggests the zones that the browser knows. */
export function ZoneInput({ defaultValue = '' }: { defaultValue?: string }) {
  const id = useId();
  const error = useFault('zone');
  const help = 'Such as America/Chicago. Ask where a state has two.';
  const field = { id, name: 'zone', label: 'Time zone', required: false, help, error };
  return (
    <div className="field" data-field="zone">
      <label className="field-label" htmlFor={id}>
        Time zone<span className="field-optional"> (optional)</span>
      </label>
      <FieldNotes {...field} />
      <input
        {...controlProps(field)}
        className="control"
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        defaultValue={defaultValue}
        list={`${id}-zones`}
      />
      <datalist id={`${id}-zones`}>
        {timeZones().map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </div>
  );
}
