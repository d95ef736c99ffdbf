import { brand } from '#brand/brand.ts';
import { LinkButton } from '#client/ui/Button.tsx';
import { pages } from '#contract/pages.ts';
import { LyncSection } from './LyncSection.tsx';
import { NightDial } from './NightDial.tsx';
import { ServicesSection } from './ServicesSection.tsx';
import { SharedScreen } from './SharedScreen.tsx';

/** Why the service exists: deals come in when the finance office is closed. */
function AboutSection() {
  return (
    <section className="quarter paper" id="about" aria-labelledby="about-title">
      <div className="frame quarter-frame">
        <div className="quarter-words">
          <h2 id="about-title">The deal came in at nine. Your box went home at six.</h2>
          <p>
            {brand.name} is a finance department that many stores share. Finance managers and desk specialists work
            remotely, nationwide, and step into your deal when your own people are off, busy or not hired yet.
          </p>
          <LinkButton href={pages.about}>About {brand.name}</LinkButton>
        </div>
        <NightDial />
      </div>
    </section>
  );
}

/** What a session is: the finance manager works on the store's screen, and the store watches. */
function RemoteFiSection() {
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

/** The four sections under the hero. They are only text, pictures and links, which script does not change. */
export function HomeSections() {
  return (
    <>
      <AboutSection />
      <ServicesSection />
      <RemoteFiSection />
      <LyncSection />
    </>
  );
}
