import { brand } from '#brand/brand.ts';
import { legal } from '#brand/legal.ts';
import { LegalDocument } from '../content/legal/LegalDocument.tsx';
import { termsSections } from '../content/legal/terms.tsx';

/** The Terms of Service. */
export function Terms() {
  return (
    <LegalDocument
      title="Terms of Service"
      lead={`What holds between your dealership and ${brand.name}, in plain words.`}
      lastUpdated={legal.lastUpdated.terms}
      inShort={[
        {
          title: 'It is your deal',
          text: 'Your customer, your lenders, your systems, your decision. We are not a lender.',
        },
        { title: 'Asking is free', text: 'Fees are agreed in writing before the first deal, and invoiced after it.' },
        {
          title: 'The code is your store',
          text: 'A request made with it counts as a request of your store. Call us if it gets out.',
        },
        {
          title: 'Targets are targets',
          text: `No figure on this site is a warranty. You must be ${legal.minimumAge} to use the service.`,
        },
      ]}
      sections={termsSections}
    />
  );
}
