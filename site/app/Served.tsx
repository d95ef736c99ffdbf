import { useState } from 'react';

/** An empty text. It is the only HTML that the site's Trusted Types policy allows a script to set. */
const { trustedTypes } = globalThis as { trustedTypes?: { readonly emptyHTML: string } };
const noHtml = { __html: trustedTypes?.emptyHTML ?? '' };

interface ServedProps {
  as: 'main' | 'div';
  id: string;
  tabIndex?: number;
}

/** An element that keeps the content with which the document was served. */
export function Served({ as: Element, ...attributes }: ServedProps) {
  const [served] = useState(() => document.getElementById(attributes.id));
  /**
   * React makes a new element when a translator or an extension changed the document before React took over. Then the served
   * content is moved into the new element.
   */
  const moveContent = (made: HTMLElement | null) => {
    if (made && served && made !== served) made.append(...served.childNodes);
  };
  // React does not touch the content of an element whose HTML is set, and an empty text sets nothing when it hydrates.
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: no HTML is set
    <Element ref={moveContent} {...attributes} suppressHydrationWarning={true} dangerouslySetInnerHTML={noHtml} />
  );
}
