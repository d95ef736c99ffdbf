import type { ReactNode } from 'react';
import { brand } from '#brand/brand.ts';
import { LinkButton } from '#client/ui/Button.tsx';
import { telOf } from '#client/ui/tel.ts';
import { pages } from '#contract/pages.ts';
import { PageSection } from './PageSection.tsx';

/** The last section of a page: what to do next, and whom to call instead. */
export function Closing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PageSection material="night" labelledBy="next">
      <div className="halves">
        <h2 id="next">{title}</h2>
        <div className="stack stack-wide">
          <p className="soft">{children}</p>
          <div className="buttons ways">
            <LinkButton look="primary" href={pages.inquiry}>
              Dealer Inquiry
            </LinkButton>
            <LinkButton href={telOf(brand.phone)}>Call {brand.phone}</LinkButton>
          </div>
        </div>
      </div>
    </PageSection>
  );
}
