import { AboutSection } from './AboutSection.tsx';
import { LyncSection } from './LyncSection.tsx';
import { RemoteFiSection } from './RemoteFiSection.tsx';
import { ServicesSection } from './ServicesSection.tsx';

/** The four sections under the hero. They hold words, pictures and links, and nothing that script would change. */
export function Stories() {
  return (
    <>
      <AboutSection />
      <ServicesSection />
      <RemoteFiSection />
      <LyncSection />
    </>
  );
}
