import './home.css';
import { useInquiry } from '../forms/inquiry/useInquiry.ts';
import { AboutSection } from '../sections/AboutSection.tsx';
import { Hero } from '../sections/Hero.tsx';
import { LyncSection } from '../sections/LyncSection.tsx';
import { RemoteFiSection } from '../sections/RemoteFiSection.tsx';
import { ServicesSection } from '../sections/ServicesSection.tsx';

/** The home page: five sections on one four-square grid, whose upright axis runs through all of them. */
export function Home() {
  const { Room, open, onClose, link } = useInquiry();
  return (
    <>
      <Hero inquiry={link} />
      {Room && <Room open={open} onClose={onClose} />}
      <AboutSection />
      <ServicesSection />
      <RemoteFiSection />
      <LyncSection />
    </>
  );
}
