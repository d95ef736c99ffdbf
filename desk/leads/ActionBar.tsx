import { Button, LinkButton } from '#client/ui/Button.tsx';
import { telOfTyped } from '#client/ui/typed-tel.ts';
import { pressWhen, useSettled } from '#client/ui/use-settled.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { isOpenStatus, type LeadStatus } from '#contract/desk/leads.ts';
import { mailLink } from '#contract/mail-link.ts';
import { pinned } from '../ui/pinned.ts';
import { reachesOf } from './words.ts';

interface ActionBarProps {
  lead: LeadRecord;
  /** Whether a press is being sent. */
  busy: boolean;
  onContacted: () => void;
  onFollowUp: () => void;
  onMakeDealership: () => void;
  onStatus: (status: LeadStatus) => void;
}

/**
 * The lead's actions, pinned under it. The next step is amber. Buttons that have just appeared do nothing for a moment, so that a
 * late press does not hit another button.
 */
export function ActionBar({ lead, busy, onContacted, onFollowUp, onMakeDealership, onStatus }: ActionBarProps) {
  const { can, status } = lead;
  const isOpen = isOpenStatus(status);
  const actions: { name: string; press: string; act: () => void }[] = [
    ...(can.contact ? [{ name: 'contacted', press: 'Contacted', act: onContacted }] : []),
    ...(can.makeDealership ? [{ name: 'dealership', press: 'Make it a dealership', act: onMakeDealership }] : []),
    ...(can.manage && !isOpen ? [{ name: 'open', press: 'Reopen', act: () => onStatus('contacted') }] : []),
    ...(can.manage && isOpen
      ? [
          { name: 'follow-up', press: 'Follow up…', act: onFollowUp },
          { name: 'spam', press: 'Spam', act: () => onStatus('spam') },
        ]
      : []),
  ];
  const reaches = reachesOf(lead);
  const phone = reaches.find(({ kind }) => kind === 'tel')?.value;
  const mail = reaches.find(({ kind }) => kind === 'email')?.value;
  const settled = useSettled(actions.map(({ name }) => name).join());
  const waits = !settled || busy;
  return (
    <section className="bar" ref={pinned} aria-label="What you do">
      {actions.map(({ name, press, act }, index) => (
        <Button
          key={name}
          data-action={name}
          look={index === 0 && name !== 'follow-up' ? 'primary' : 'plain'}
          {...pressWhen(!waits, act)}
        >
          {press}
        </Button>
      ))}
      {phone !== undefined && <LinkButton href={telOfTyped(phone)}>Call</LinkButton>}
      {mail !== undefined && <LinkButton href={mailLink(mail)}>E-mail</LinkButton>}
    </section>
  );
}
