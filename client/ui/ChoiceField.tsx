import { controlProps, FieldFrame, type FieldProps } from './FieldFrame.tsx';

/** A choice of one of several options. None is preselected. */
export function ChoiceField({ field, options }: { field: FieldProps; options: readonly string[] }) {
  return (
    <FieldFrame field={field}>
      <div className="choice">
        <select {...controlProps(field)} className="control" defaultValue="">
          <option value="">Choose…</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      </div>
    </FieldFrame>
  );
}
