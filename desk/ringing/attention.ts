/** Draws the eye to a tab in the background: its title and its icon change while something rings. */

interface Page {
  title: string;
  querySelector(
    selector: string,
  ): { getAttribute(name: string): string | null; setAttribute(name: string, value: string): void } | null;
}

export interface Attention {
  /** Says in the tab what rings; undefined when nothing does. */
  call(words: string | undefined): void;
}

/**
 * @param ringingIcon the address of the icon that the tab has while something rings
 */
export function createAttention(page: Page, ringingIcon: string): Attention {
  let quiet: { readonly title: string; readonly icon: string | null } | undefined;
  const icon = () => page.querySelector('link[rel="icon"]');

  return {
    call(words) {
      if (words === undefined) {
        if (!quiet) return;
        page.title = quiet.title;
        if (quiet.icon !== null) icon()?.setAttribute('href', quiet.icon);
        quiet = undefined;
        return;
      }
      quiet ??= { title: page.title, icon: icon()?.getAttribute('href') ?? null };
      page.title = words;
      icon()?.setAttribute('href', ringingIcon);
    },
  };
}
