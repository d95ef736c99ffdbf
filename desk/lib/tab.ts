/** The tab's title and icon. A screen names itself here; while something rings, the tab says that, to draw the eye. */

interface Icon {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
}

interface Page {
  title: string;
  querySelectorAll(selector: string): Iterable<unknown>;
}

/** @param ringingIcon the address of the icon that the tab has while something rings */
export function createTab(page: Page, ringingIcon: string) {
  let screen = page.title;
  let ringing: string | undefined;
  /** The icons of the quiet tab, with their addresses, while something rings. A browser chooses one of them. */
  let quiet: (readonly [Icon, string | null])[] = [];

  return {
    /** Names the screen, which the tab shows while nothing rings. */
    name(title: string): void {
      screen = title;
      page.title = ringing ?? screen;
    },
    /** Shows in the tab what rings. Undefined: nothing rings any more. */
    call(words: string | undefined): void {
      if (words === ringing) return;
      if (ringing === undefined) {
        const icons = [...page.querySelectorAll('link[rel="icon"]')] as Icon[];
        quiet = icons.map((icon) => [icon, icon.getAttribute('href')]);
        for (const icon of icons) icon.setAttribute('href', ringingIcon);
      }
      ringing = words;
      page.title = ringing ?? screen;
      if (words !== undefined) return;
      for (const [icon, href] of quiet) if (href !== null) icon.setAttribute('href', href);
    },
  };
}
