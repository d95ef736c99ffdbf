import { brand } from '#brand/brand.ts';
import { pages } from '#contract/pages.ts';
import { useInquiry } from '../forms/inquiry/useInquiry.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Mark } from '../ui/Mark.tsx';
import './home.css';

/** The home page: who we are in one line, and the two ways to begin. */
export function Home() {
  const { Room, open, onClose, link } = useInquiry();
  return (
    <section className="hero night">
      <div className="frame hero-frame">
        <div className="hero-words">
          <h1>{brand.tagline}</h1>
          <p className="hero-lead">
            It is nine at night, the customer is in the chair and your finance manager left at six. {brand.name} puts
            one on your screen.
          </p>
          <div className="actions">
            <LinkButton look="primary" {...link}>
              Dealer Inquiry
            </LinkButton>
            <LinkButton href={pages['dealer-intake']}>Register your store</LinkButton>
          </div>
        </div>
        {Room && <Room open={open} onClose={onClose} />}
        <ul className="hero-quarters" aria-label="How it works">
          <li>
            <Mark lit={1} />
            <h2>You ask.</h2>
            <p>One press, from any desk in the store.</p>
          </li>
          <li>
            <Mark lit={2} />
            <h2>We join your screen.</h2>
            <p>A finance manager sees the deal with you.</p>
          </li>
          <li>
            <Mark lit={3} />
            <h2>Your customer talks to a person.</h2>
            <p>By voice, while the numbers move.</p>
          </li>
          <li>
            <Mark lit={4} />
            <h2>The jacket is done.</h2>
            <p>Structured, signed and ready to fund.</p>
          </li>
        </ul>
      </div>
    </section>
  );
}
