import { useState } from 'react';

/** The only HTML that the site's policy allows to be set (Trusted Types): none. */
const { trustedTypes } = globalThis as { trustedTypes?: { readonly emptyHTML: string } };
const noHtml = { __html: trustedTypes?.emptyHTML ?? '' };

interface ServedProps {
  as: 'main' | 'div';
  id: string;
  tabIndex?: number;
}

/** An element whose content stays as the document was served with it. */
export function Served({ as: Element, ...attributes }: ServedProps) {
  const [served] = useState(() => document.getElementById(attributes.id));
  /**
   * React makes the element anew when something else changed the document before it took over: a translator, an extension.
   * Then the content moves into the new one.
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
