import { telOfTyped } from '#client/ui/typed-tel.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { mailLink } from '#contract/mail-link.ts';
import { reachesOf } from './words.ts';

/** How the people of a lead are reached: every telephone, mail and address that they gave. */
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
