import { type ComponentType, type HTMLAttributes, type ReactNode, useState } from 'react';

/** An empty text. It is the only HTML that the site's Trusted Types policy allows a script to set. */
const { trustedTypes } = globalThis as { trustedTypes?: { readonly emptyHTML: string } };
const noHtml = { __html: trustedTypes?.emptyHTML ?? '' };

interface ServedProps extends HTMLAttributes<HTMLElement> {
  as: 'main' | 'div' | 'section';
  id: string;
  children?: ReactNode;
}

/** An element with its children or, without any, with the content with which the document was served. */
export function Served({ as: Element, children, ...attributes }: ServedProps) {
  const [served] = useState(() => (children ? null : document.getElementById(attributes.id)));
  if (children) return <Element {...attributes}>{children}</Element>;
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

/**
 * A part of a page that is only text, pictures and links. In a document that was served with it, its HTML stays as it is, and its
 * code is not loaded.
 *
 * @param attributes its element
 * @param load loads its content
 */
export function servedPart(attributes: ServedProps, load: () => Promise<ComponentType>) {
  let Content: ComponentType | undefined;
  let isInDocument = typeof document !== 'undefined' && document.getElementById(attributes.id) !== null;
  return {
    /** Call it before the page is shown. The first call does nothing in a document that was served with the part. */
    async load(): Promise<void> {
      if (isInDocument) isInDocument = false;
      else Content = await load();
    },
    /** Keeps what it shows at first: the served content, or its own. */
    Part() {
      const [Shown] = useState(() => Content);
      return <Served {...attributes}>{Shown && <Shown />}</Served>;
    },
  };
}
