/** Lets the built site and desk work in the oldest browsers that they serve (decision 236). */
import type { Plugin } from 'vite';

/** The oldest browsers that are served. The build lowers syntax and colours for them. */
const oldest = ['chrome109', 'edge109', 'firefox109', 'safari16', 'ios16'];

/** `(width < 40rem)` and `(20rem <= width < 24rem)`. */
const below = /\((?:([\d.]+rem) <= )?(width|height) < ([\d.]+)rem\)/g;

/**
 * Writes "narrower than" for Safari before 16.4, which compares no widths. The minifier would write `not (min-width: 40rem)`, which
 * that browser does not know either. Between both widths lies less than a browser tells apart.
 */
export const lowerRanges = (css: string): string =>
  css.replace(below, (_, from: string | undefined, side: string, to: string) => {
    const most = `(max-${side}: ${(Number(to) - 0.001).toFixed(3)}rem)`;
    return from ? `(min-${side}: ${from}) and ${most}` : most;
  });

/** Part of the work on style sheets, so that it also sees those that another one imports. */
const rangesLowered = {
  postcssPlugin: 'ranges-lowered',
  AtRule: {
    media(rule: { params: string }) {
      rule.params = lowerRanges(rule.params);
    },
  },
};

/** In a style sheet: a condition that Safari before 16.4 does not read. */
const newCondition = /@media[^{]*(?:[<>]|\bnot \(|\bor \()[^{]*/;

/** In a style sheet: a colour that Chrome 109 does not read. One that is lowered would stand there twice, once under `@supports`. */
const newColour = /\b(?:oklch|oklab|lch|lab|color|color-mix|light-dark)\([^;}]*/;

/** In a script: a regular expression that is not read, a selector that throws, and a condition that never holds. */
const newScript =
  /\(\?<[!=][^/]*|\b(?:querySelector(?:All)?|matches|closest)\([^)]*:has\([^)]*|\((?:width|height) [<>][^)]*/;

/** What the oldest browsers could not read in a built file; `undefined` when they can read it. */
export function tooNewIn(name: string, text: string): string | undefined {
  if (name.endsWith('.js')) return newScript.exec(text)?.[0];
  if (!name.endsWith('.css')) return undefined;
  return (newCondition.exec(text) ?? newColour.exec(text))?.[0];
}

/** A plugin of the build that lowers what it builds for the oldest browsers, and fails on what they could not read. */
export const forOldBrowsers = (): Plugin => ({
  name: 'for-old-browsers',
  enforce: 'pre',
  config: () => ({ build: { target: oldest }, css: { postcss: { plugins: [rangesLowered] } } }),
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        const found = tooNewIn(name, file.type === 'chunk' ? file.code : String(file.source));
        if (found) throw new Error(`${name}: browsers of January 2023 cannot read ${found.slice(0, 80)}`);
      }
    },
  },
});
