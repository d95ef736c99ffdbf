import { particleCount } from '#contract/timings.ts';
import './particles.css';

const particles = Array.from({ length: particleCount }, (_, index) => index);

/** Dust that drifts in steps of 50 ms. Only transforms move it. The styles compute each particle's start from its number. */
export function Particles() {
  return (
    <div className="particles" aria-hidden="true">
      {particles.map((particle) => (
        <i key={particle} className="moves" />
      ))}
    </div>
  );
}
