import { LinkButton } from '#client/ui/Button.tsx';
import { Mark } from '#client/ui/Mark.tsx';
import { pages } from '#contract/pages.ts';
import { CallLink } from '../CallLink.tsx';

/** The head of the portal: its name, the dealership of the code, the telephone, and the link to the home page. */
export function PortalBar({ dealership }: { dealership?: string | undefined }) {
  return (
    <header className="portal-bar night">
      <div className="frame portal-bar-row">
        <div className="portal-name">
          <Mark />
          <h1>Dealer Portal</h1>
          {dealership && <p className="portal-dealership">{dealership}</p>}
        </div>
        <div className="portal-call">
          <CallLink />
        </div>
        <LinkButton href={pages.home}>Home</LinkButton>
      </div>
    </header>
  );
}
