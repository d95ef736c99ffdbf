import { brand } from '#brand/brand.ts';
import { legal } from '#brand/legal.ts';
import { LegalDocument } from '../content/legal/LegalDocument.tsx';
import { privacySections } from '../content/legal/privacy.tsx';

/** The Privacy Policy. */
export function Privacy() {
  return (
    <LegalDocument
      title="Privacy Policy"
      lead={`What ${brand.name} knows about you and your store, why, for how long, and what you can do about it.`}
      lastUpdated={legal.lastUpdated.privacy}
      inShort={[
        { title: 'No cookies, no trackers', text: 'Nothing on this site comes from another company.' },
        { title: 'A draft is yours', text: 'What you type stays on your device until you press send.' },
        { title: 'Texts only if you tick', text: 'And STOP ends them.' },
        { title: 'Never sold', text: 'Ask to see, correct or delete what we hold, whenever you like.' },
      ]}
      sections={privacySections}
    />
  );
}
