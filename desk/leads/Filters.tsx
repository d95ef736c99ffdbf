import { leadStatusFilters } from '#contract/desk/leads.ts';
import { FilterSelect } from '../ui/filter-fields.tsx';
import { type LeadFilters, statusFilterTexts } from './filters.ts';
import { formNames } from './words.ts';

const ticks = { mine: 'Mine', late: 'Late', flagged: 'Suspicious' } as const;

/** What the list shows: the status, the form, and three ticks. */
export function Filters({ filters, onChange }: { filters: LeadFilters; onChange: (filters: LeadFilters) => void }) {
  return (
    <fieldset className="wrapped lead-filters">
      <legend className="visually-hidden">Show</legend>
      <FilterSelect
        label="Status"
        hideLabel
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status })}
        options={leadStatusFilters.map((value) => ({ value, label: statusFilterTexts[value] }))}
      />
      <FilterSelect
        label="Form"
        hideLabel
        value={filters.form ?? ''}
        onChange={(form) => onChange({ ...filters, form: form === '' ? undefined : form })}
        options={[
          { value: '', label: 'Both forms' },
          { value: 'inquiry', label: formNames.inquiry },
          { value: 'intake', label: formNames.intake },
        ]}
      />
      {(Object.keys(ticks) as (keyof typeof ticks)[]).map((name) => (
        <label key={name} className="tick lead-tick">
          <input
            type="checkbox"
            checked={filters[name]}
            onChange={({ currentTarget }) => onChange({ ...filters, [name]: currentTarget.checked })}
          />
          {ticks[name]}
        </label>
      ))}
    </fieldset>
  );
}
