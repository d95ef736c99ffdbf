import { brand } from '#brand/brand.ts';
import { Button, LinkButton } from '#client/ui/Button.tsx';
import { pages } from '#contract/pages.ts';

const { name } = brand.lync;
const subject = encodeURIComponent(`Early access to ${name}`);

/** The steps before a first session, today and with Lync. `gone` counts the steps that Lync saves. */
const tracks = [
  { label: 'A first session today, with AnyDesk', stops: ['Download', 'Install', 'Read out the address'], gone: 0 },
  { label: `A first session with ${name}, as planned`, stops: ['Open the link'], gone: 2 },
] as const;

/** The planned remote desktop, and the steps that it saves. */
export function LyncSection() {
  return (
    <section className="quarter night lync" id="lync" aria-labelledby="lync-title">
      <div className="frame quarter-frame">
        <div className="quarter-words">
          <p className="lync-soon">
            <span>Coming Soon</span>
          </p>
          <h2 id="lync-title">{name} takes the download out.</h2>
          <p>
            Today you install AnyDesk once and read an address to us. {name} is the remote desktop we are building for
            the finance desk: it opens from a link, and it has an API.
          </p>
          <div className="buttons actions">
            <LinkButton href={`mailto:${brand.earlyAccessEmail}?subject=${subject}`}>Get Early Access</LinkButton>
            <Button disabled>
              Launch Platform <span className="soon">Coming Soon</span>
            </Button>
          </div>
          <p>
            <a className="more" href={pages.lync}>
              What {name} is to be
            </a>
          </p>
        </div>
        <div className="tracks">
          {tracks.map(({ label, stops, gone }) => (
            <div key={label} className="track">
              <h3>{label}</h3>
              <ol>
                {stops.map((stop) => (
                  <li key={stop}>{stop}</li>
                ))}
                <li className="track-end">Connected</li>
                {Array.from({ length: gone }, (_, index) => (
                  <li key={`gone ${String(index)}`} className="track-gone" aria-hidden="true" />
                ))}
              </ol>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
