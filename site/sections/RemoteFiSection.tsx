import { LinkButton } from '#client/ui/Button.tsx';
import { pages } from '#contract/pages.ts';
import { SharedScreen } from './SharedScreen.tsx';

/** What a session is: the finance manager works on the store's screen, and the store watches. */
export function RemoteFiSection() {
  return (
    <section className="quarter night remote" id="remote-fi" aria-labelledby="remote-fi-title">
      <div className="frame quarter-frame">
        <div className="remote-picture">
          <SharedScreen />
        </div>
        <div className="quarter-words">
          <h2 id="remote-fi-title">On your screen, not in your building.</h2>
          <p>
            Your finance manager for the next half hour sees what you see and works where you work: your DMS, your menu,
            your lenders’ portals. You watch every click, and you can end it at any time.
          </p>
          <LinkButton href={pages['remote-fi']}>Follow a session</LinkButton>
        </div>
      </div>
    </section>
  );
}
