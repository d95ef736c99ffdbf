import type { ComponentProps } from 'react';
import { brand } from '#brand/brand.ts';
import type { claims } from '#brand/claims.ts';
import { Button, LinkButton } from '#client/ui/Button.tsx';
import { telOf } from '#client/ui/tel.ts';
import { figureOf } from '../content/figure-of.ts';
import { Particles } from '../motion/Particles.tsx';
import { PauseMotion } from '../motion/PauseMotion.tsx';
import { TypedText } from '../motion/TypedText.tsx';
import { DeskCard } from './DeskCard.tsx';
import './hero.css';

const promise =
  'A buyer in the chair, nobody in the box, twenty minutes to closing. Call, and a finance manager comes up on your screen, works the deal with you, talks to your customer and gets the jacket ready to fund.';

/** A figure of the brand, drawn like a gauge. It says whether it is a target or measured. */
function Figure({ name }: { name: keyof typeof claims }) {
  const { value, spoken, label, standing, note } = figureOf(name);
  return (
    <li className="gauge" data-figure={name}>
      <strong data-value aria-hidden={spoken ? true : undefined}>
        {value}
      </strong>
      {spoken && (
        <span className="visually-hidden" data-spoken>
          {spoken}
        </span>
      )}{' '}
      <span>
        {label} <em data-standing>{standing}</em>
      </span>
      <small data-note hidden={!note}>
        {note}
      </small>
    </li>
  );
}

/** The opening of the home page: the four-square with its one lit square, where the desk is at work. */
export function Hero({ inquiry }: { inquiry: ComponentProps<'a'> & { href: string } }) {
  return (
    <section className="hero night" aria-labelledby="hero-title">
      <div className="hero-light" aria-hidden="true" />
      <div className="hero-lamp" aria-hidden="true" />
      <Particles />
      <div className="frame hero-squares">
        <div className="hero-words">
          <h1 id="hero-title">{brand.tagline}</h1>
          <TypedText text={promise} />
          <div className="buttons actions">
            <LinkButton look="primary" {...inquiry}>
              Dealer Inquiry
            </LinkButton>
            <LinkButton href={telOf(brand.directLine)}>
              A deal now? Call <span>{brand.directLine}</span>
            </LinkButton>
            <Button aria-disabled="true">
              Join Our Team <span className="soon">Coming Soon</span>
            </Button>
          </div>
        </div>
        <div className="hero-desk">
          <DeskCard />
        </div>
        <ul className="hero-gauges" aria-label="What we aim for">
          <Figure name="profit" />
          <Figure name="availability" />
          <Figure name="setup" />
          <li className="gauge gauge-note">
            <span>A target is what we work to. The measured figure takes its place once there is one.</span>
            <PauseMotion />
          </li>
        </ul>
      </div>
    </section>
  );
}
