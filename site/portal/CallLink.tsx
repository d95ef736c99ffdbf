import { brand } from '#brand/brand.ts';
import { type ButtonLook, LinkButton } from '#client/ui/Button.tsx';
import { telOf } from '#client/ui/tel.ts';
import './call-link.css';

/** The telephone icon beside the number. It shows that the number is a button. */
const Handset = () => (
  <svg className="handset" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M5 3h4l1.6 5-2.4 1.8a12 12 0 0 0 6 6L16 13.4l5 1.6v4c0 1.1-.9 2-2 2A16 16 0 0 1 3 5c0-1.1.9-2 2-2z" />
  </svg>
);

interface CallLinkProps {
  look?: ButtonLook;
  label?: string;
}

/** The direct line as a button. */
export function CallLink({ look = 'plain', label = `Call ${brand.directLine}` }: CallLinkProps) {
  return (
    <LinkButton look={look} href={telOf(brand.directLine)}>
      <Handset />
      {label}
    </LinkButton>
  );
}

/** The direct line at the foot of a dialog, because the dialog covers the page's own button. */
export function DialogLine() {
  return (
    <p className="dialog-line">
      Rather talk? <a href={telOf(brand.directLine)}>Call {brand.directLine}</a>
    </p>
  );
}
