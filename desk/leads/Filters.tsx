import { useId } from 'react';
import { leadStatusFilters } from '#contract/desk/leads.ts';
import { type LeadFilters, statusFilterTexts } from './filters.ts';
import { formNames } from './words.ts';

interface FiltersProps {
  filters: LeadFilters;
  onChange: (filters: LeadFilters) => void;
}

const ticks = { mine: 'Mine', late: 'Late', flagged: 'Suspicious' } as const;

/** What the list shows: the status, the form, and three ticks. */
export function Filters({ filters, onChange }: FiltersProps) {
  const id = useId();
  return (
    <fieldset className="lead-filters">
      <legend className="visually-hidden">Show</legend>
      <label className="visually-hidden" htmlFor={`${id}-status`}>
        Status
      </label>
      <select
        id={`${id}-status`}
        className="control"
        value={filters.status}
        onChange={({ currentTarget }) =>
          onChange({ ...filters, status: leadStatusFilters.find((one) => one === currentTarget.value) ?? 'open' })
        }
      >
        {leadStatusFilters.map((status) => (
          <option key={status} value={status}>
            {statusFilterTexts[status]}
          </option>
        ))}
      </select>
      <label className="visually-hidden" htmlFor={`${id}-form`}>
        Form
      </label>
      <select
        id={`${id}-form`}
        className="control"
        value={filters.form ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filters, form: value === 'inquiry' || value === 'intake' ? value : undefined })
        }
      >
        <option value="">Both forms</option>
        <option value="inquiry">{formNames.inquiry}</option>
        <option value="intake">{formNames.intake}</option>
      </select>
      {(Object.keys(ticks) as (keyof typeof ticks)[]).map((name) => (
        <label key={name} className="lead-tick">
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
