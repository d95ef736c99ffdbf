import { brand } from '#brand/brand.ts';
import { pages } from '#contract/pages.ts';
import { LinkButton } from '../ui/Button.tsx';
import { telOf } from '../ui/tel.ts';
import './direct-line.css';

/** The desk by telephone, for a dealership that has a deal now, and the way in for one that is not registered. */
export function DirectLine() {
  return (
    <div className="direct-line">
      <p>
        The portal is still being built. The line behind it is not: call, say which store you are, and ask for a finance
        manager.
      </p>
      <LinkButton look="primary" href={telOf(brand.directLine)}>
        Call {brand.directLine}
      </LinkButton>
      <p className="direct-line-else">
        Not registered yet? <a href={pages['dealer-intake']}>Fill in the dealer intake</a>. Your access code comes after
        that, by e-mail or text.
      </p>
    </div>
  );
}
