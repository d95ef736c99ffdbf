import { Button, LinkButton } from '#client/ui/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { telOfTyped } from '#client/ui/typed-tel.ts';
import { pressWhen, useSettled } from '#client/ui/use-settled.ts';
import { anydeskLink } from '#contract/anydesk.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { pinned } from '../ui/pinned.ts';
import { type BarAction, barOf, barWords, isOpenRequest } from './actions.ts';

interface ActionBarProps {
  record: RequestRecord;
  pending: BarAction | undefined;
  /** What became of the request, for whoever has scrolled its head out of sight. */
  hint: string | undefined;
  onAction: (action: BarAction) => void;
}

/**
 * The record's actions, pinned under it. The next step is amber. Buttons that have just appeared do nothing for a moment, so that a
 * late press does not hit another button.
 */
export function ActionBar({ record, pending, hint, onAction }: ActionBarProps) {
  const actions = barOf(record);
  const { dealerPhone, anydesk } = record;
  const settled = useSettled(actions.join());
  const waits = !settled || pending !== undefined;
  const reaches = isOpenRequest(record);
  if (actions.length === 0 && !reaches) return null;
  return (
    <section className="bar" ref={pinned} aria-label="What you do">
      {hint !== undefined && <p className="bar-hint">{hint}</p>}
      {record.notLicensedIn !== null && (
        <p className="bar-hint">
          <Icon tone="note" /> This store is in {record.notLicensedIn}. By your record you are not licensed there.
        </p>
      )}
      {actions.map((action, index) => {
        const { press, pressing, key } = barWords[action];
        return (
          <Button
            key={action}
            data-action={action}
            look={index === 0 ? 'primary' : 'plain'}
            aria-keyshortcuts={key}
            {...pressWhen(!waits, () => onAction(action))}
          >
            {pending === action ? pressing : press}
            {key && (
              <span className="key" aria-hidden="true">
                {key}
              </span>
            )}
          </Button>
        );
      })}
      {reaches && dealerPhone !== null && <LinkButton href={telOfTyped(dealerPhone)}>Call</LinkButton>}
      {reaches && anydesk !== null && <LinkButton href={anydeskLink(anydesk)}>AnyDesk</LinkButton>}
    </section>
  );
}
