import { brand } from '#brand/brand.ts';
import { LinkButton } from '#client/ui/Button.tsx';
import { pages } from '#contract/pages.ts';
import { NightDial } from './NightDial.tsx';

/** Why the service exists: deals come in when the finance office is closed. */
export function AboutSection() {
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
