import './home.css';
import type { ComponentType } from 'react';
import { useInquiry } from '../forms/inquiry/useInquiry.ts';
import { Hero } from '../sections/Hero.tsx';
import { loadHomeSections, PrerenderedSections } from '../sections/PrerenderedSections.tsx';

/** The home page: five sections on one grid. The vertical middle line of the grid runs through all of them. */
export function Home() {
  const { Inquiry, open, onClose, link } = useInquiry();
  return (
    <>
      <Hero inquiry={link} />
      {Inquiry && <Inquiry open={open} onClose={onClose} />}
      <PrerenderedSections />
    </>
  );
}

/** Loads the page, with the sections when this document needs their code. */
export async function loadHome(): Promise<ComponentType> {
  await loadHomeSections();
  return Home;
}
