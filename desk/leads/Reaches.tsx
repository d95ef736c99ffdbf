import { telOfTyped } from '#client/ui/typed-tel.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { mailLink } from '#contract/mail-link.ts';
import { reachesOf } from './words.ts';

/** The ways to reach the people of a lead: telephone numbers, mail addresses and street addresses from all its forms. */
export function Reaches({ lead }: { lead: LeadRecord }) {
  return (
    <dl className="lead-reaches">
      {reachesOf(lead).map(({ label, value, kind, mayText }) => (
        <div key={`${label} ${value}`}>
          <dt>
            {label}
            {mayText && ', may be texted'}
          </dt>
          <dd>
            {kind === 'tel' && <a href={telOfTyped(value)}>{value}</a>}
            {kind === 'email' && <a href={mailLink(value)}>{value}</a>}
            {kind === 'street' && value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
