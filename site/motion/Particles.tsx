import { particleCount } from '#contract/timings.ts';
import './particles.css';

const particles = Array.from({ length: particleCount }, (_, index) => index);

/** Dust in the light: it drifts in steps of 50 ms, by transforms alone. Where each begins follows from its number, in the styles. */
export function Particles() {
  return (
    <div className="particles" aria-hidden="true">
      {particles.map((particle) => (
        <i key={particle} className="moves" />
      ))}
    </div>
  );
}
