import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { daysText } from '#contract/desk/figure-words.ts';
import { type PeriodKind, periods, stepNames, steps } from '#contract/desk/figures.ts';
import type { Figures, FiguresQuery } from '#contract/desk/figures-endpoints.ts';
import { paths } from '../app/paths.ts';
import { optionsOf } from '../lib/options.ts';
import { Choices } from '../ui/Choices.tsx';
import { FilterDay, FilterSelect } from '../ui/filter-fields.tsx';
import { addressOf, neighbour } from './address.ts';

interface FiltersProps {
  query: FiguresQuery;
  /** The figures that are shown now; undefined until the first answer. */
  shown: Figures | undefined;
}

const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

/** The filters of the figures. All of them stand in the address. */
export function Filters({ query, shown }: FiltersProps) {
  const [, go] = useLocation();
  // The choices stay while no figures are shown, for example when the days in the address are no period: the person corrects them
  // here.
  const [known, setKnown] = useState(shown);
  if (shown && shown !== known) setKnown(shown);
  const open = (next: FiguresQuery) => go(`${paths.numbers}${addressOf(next)}`);
  const period = known?.period;
  const kind = query.period ?? 'week';
  const choosePeriod = (next: PeriodKind) => {
    const { from: _from, to: _to, day: _day, step: _step, ...rest } = query;
    // A custom period starts with the days that are shown.
    if (next === 'custom') open({ ...rest, period: next, ...(period && { from: period.from, to: period.to }) });
    else open({ ...rest, period: next, ...(period && !period.running && { day: period.to }) });
  };
  const choose = (name: 'dealership' | 'person', value: string) => {
    const { [name]: _before, ...rest } = query;
    open(value === '' ? rest : { ...rest, [name]: value });
  };
  const { day: _day, from: _from, to: _to, ...now } = query;
  return (
    <search className="numbers-filters" aria-label="What is counted">
      <div className="numbers-period">
        <Choices legend="Period" options={optionsOf(periods)} chosen={kind} onChoose={choosePeriod} />
        {kind === 'custom' && period && (
          <div className="numbers-days">
            <FilterDay
              label="From"
              value={query.from ?? period.from}
              max={query.to ?? period.to}
              onChange={(from) => from && open({ ...query, from })}
            />
            <FilterDay
              label="To"
              value={query.to ?? period.to}
              min={query.from ?? period.from}
              onChange={(to) => to && open({ ...query, to })}
            />
          </div>
        )}
      </div>
      <div className="numbers-narrow">
        <FilterSelect
          label="Dealership"
          isFirst
          value={query.dealership ?? ''}
          onChange={(value) => choose('dealership', value)}
          options={[{ value: '', label: 'All dealerships' }, ...(known?.choices.dealerships ?? []).map(optionOf)]}
        />
        <FilterSelect
          label="Finance manager"
          value={query.person ?? ''}
          onChange={(value) => choose('person', value)}
          options={[{ value: '', label: 'All people' }, ...(known?.choices.people ?? []).map(optionOf)]}
        />
        <Choices
          legend="Rows of the table over time"
          options={stepNames.map((value) => ({ value, label: `By ${steps[value].toLowerCase()}` }))}
          chosen={query.step ?? known?.step ?? 'day'}
          onChoose={(step) => open({ ...query, step })}
        />
      </div>
      {shown && known && period && (
        <p className="numbers-shown">
          <Link href={`${paths.numbers}${addressOf(neighbour(query, known.today, -1))}`} className="numbers-turn">
            <span aria-hidden="true">‹</span>
            <span className="visually-hidden">The period before</span>
          </Link>
          <strong className="numerals">{daysText(period.from, period.to)}</strong>
          <span className="numbers-narrowed">
            {shown?.dealership?.name ?? 'All dealerships'}, {shown?.person?.name ?? 'all people'}
          </span>
          <Link href={`${paths.numbers}${addressOf(neighbour(query, known.today, 1))}`} className="numbers-turn">
            <span aria-hidden="true">›</span>
            <span className="visually-hidden">The period after</span>
          </Link>
          {!period.running && kind !== 'custom' && <Link href={`${paths.numbers}${addressOf(now)}`}>Now</Link>}
        </p>
      )}
    </search>
  );
}
