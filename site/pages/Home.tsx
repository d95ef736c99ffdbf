import './home.css';
import type { ComponentType } from 'react';
import { servedPart } from '../app/Served.tsx';
import { useInquiry } from '../forms/inquiry/useInquiry.ts';
import { Hero } from '../sections/Hero.tsx';
import '../sections/night-dial.css';
import '../sections/services-section.css';
import '../sections/shared-screen.css';
import '../sections/lync-section.css';

/** The four sections under the hero. */
const homeSections = servedPart({ as: 'div', id: 'home-sections' }, () =>
  import('../sections/HomeSections.tsx').then((file) => file.HomeSections),
);

/** The home page: five sections on one grid. The vertical middle line of the grid runs through all of them. */
export function Home() {
  const { Inquiry, open, onClose, link } = useInquiry();
  return (
    <>
      <Hero inquiry={link} />
      {Inquiry && <Inquiry open={open} onClose={onClose} />}
      <homeSections.Part />
    </>
  );
}

/** Loads the page, with the sections when this document needs their code. */
export async function loadHome(): Promise<ComponentType> {
  await homeSections.load();
  return Home;
}
