import { AboutSection } from './AboutSection.tsx';
import { LyncSection } from './LyncSection.tsx';
import { RemoteFiSection } from './RemoteFiSection.tsx';
import { ServicesSection } from './ServicesSection.tsx';

/** The four sections under the hero. They are only text, pictures and links, which script does not change. */
export function HomeSections() {
  return (
    <>
      <AboutSection />
      <ServicesSection />
      <RemoteFiSection />
      <LyncSection />
    </>
  );
}
