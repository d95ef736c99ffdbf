import './week-form.css';
import { type ReactNode, useId } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { type Period, scheduleLimits } from '#contract/desk/schedule.ts';
import { endsNextDay } from './words.ts';

export interface PeriodsEditorProps {
  /** The day that the hours belong to, for screen readers: `Monday`. */
  of: string;
  periods: readonly Period[];
  onChange: (periods: Period[]) => void;
  fault: string | undefined;
  /** Controls beside the button that adds hours. */
  children?: ReactNode;
}

/** Edits the hours that begin on one day, each a pair of times. */
export function PeriodsEditor({ of, periods, onChange, fault, children }: PeriodsEditorProps) {
  const id = useId();
  const change = (at: number, part: Partial<Period>) =>
    onChange(periods.map((period, index) => (index === at ? { ...period, ...part } : period)));
  const note = ({ from, to }: Period): string => {
    if (from === '' || to === '') return '';
    if (from === to) return '24 hours';
    return endsNextDay({ from, to }) ? 'next day' : '';
  };
  const describedBy = fault === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-fault` };
  return (
    <div className="periods">
      {periods.map((period, at) => {
        const which = periods.length > 1 ? `${of}, hours ${at + 1}` : of;
        return (
          // The hours have no id, only their position.
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is controlled, so it may be used again for the next one
          <div key={at} className="wrapped period">
            <input
              type="time"
              className="control"
              aria-label={`${which}, from`}
              value={period.from}
              onChange={({ currentTarget }) => change(at, { from: currentTarget.value })}
              {...describedBy}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              className="control"
              aria-label={`${which}, until`}
              value={period.to}
              onChange={({ currentTarget }) => change(at, { to: currentTarget.value })}
              {...describedBy}
            />
            <span className="period-note">{note(period)}</span>
            <button
              type="button"
              className="bare period-remove"
              aria-label={`Remove ${which}`}
              onClick={() => onChange(periods.filter((_, index) => index !== at))}
            >
              <svg className="cross" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d="m6 6 12 12M18 6 6 18" />
              </svg>
            </button>
          </div>
        );
      })}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="period-fault" role="alert">
          {fault}
        </p>
      )}
      {periods.length === 0 && <p className="period-off">Off</p>}
      <div className="row-of-buttons">
        {periods.length < scheduleLimits.periodsPerDay && (
          <Button
            look="quiet"
            onClick={() =>
              onChange([...periods, periods.length === 0 ? { from: '09:00', to: '17:00' } : { from: '', to: '' }])
            }
          >
            Add hours
            <span className="visually-hidden"> on {of}</span>
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
