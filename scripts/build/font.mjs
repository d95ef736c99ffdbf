/**
 * Makes the one variable font family, cut to the characters, axes and features that the site uses. Also makes the fallback faces
 * that are shown until it has loaded; their metrics keep every line in its place.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** The whole family as published, for development. */
export const archivoFile = require.resolve('@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2');

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const typographic = '\u00a0–—‘’“”…·•×°©®™−';
/** Names of people and streets in the service area. */
const accented = 'áéíóúüñÁÉÍÓÚÜÑ';

/** The ranges of width (in percent) and weight that the styles use. */
const axes = { wdth: { min: 80, max: 118, default: 100 }, wght: { min: 450, max: 760, default: 450 } };

/** The subset as woff2. */
export async function subsetArchivo() {
  return subsetFont(await readFile(archivoFile), ascii + typographic + accented, {
    targetFormat: 'woff2',
    variationAxes: axes,
    noHinting: true,
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum'],
  });
}

/** Archivo's own vertical metrics, in thousandths of an em. */
const vertical = { ascent: 878, descent: 210 };

const regular = ['Arial', 'Liberation Sans', 'Helvetica'];
const bold = ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'];

/**
 * How wide Archivo sets English copy compared with Arial and its metric twins, in percent. Measured in Chromium without hinting, as
 * on telephones: text at width 100, headings at width 112 and wider ones at 116, labels at widths 88 to 90. Bold has faces of its
 * own, because a bold that the browser makes from the regular is narrower than the real one.
 */
const fallbacks = [
  { family: 'Archivo text', weight: '400 550', local: regular, adjust: 98.7 },
  { family: 'Archivo text', weight: '551 900', local: bold, adjust: 95.9 },
  { family: 'Archivo display', weight: '400 900', stretch: '75% 113%', local: bold, adjust: 111.5 },
  { family: 'Archivo display', weight: '400 900', stretch: '114% 125%', local: bold, adjust: 116 },
  { family: 'Archivo label', weight: '400 550', local: regular, adjust: 91 },
  { family: 'Archivo label', weight: '551 900', local: bold, adjust: 90.1 },
];

const percent = (value) => `${Number(value.toFixed(2))}%`;

/** The `@font-face` rules: the family, and fallbacks for its three uses. */
export function fontFaces(url) {
  const family = `@font-face{font-family:Archivo;src:url(${url}) format("woff2");font-weight:${axes.wght.min} ${axes.wght.max};font-stretch:${axes.wdth.min}% ${axes.wdth.max}%;font-display:swap}`;
  const standIns = fallbacks.map(({ family, weight, stretch, local, adjust }) => {
    const override = (metric) => percent(metric / 10 / (adjust / 100));
    const sources = local.map((name) => `local("${name}")`).join(',');
    return `@font-face{font-family:"${family}";src:${sources};font-weight:${weight};${stretch ? `font-stretch:${stretch};` : ''}size-adjust:${percent(adjust)};ascent-override:${override(vertical.ascent)};descent-override:${override(vertical.descent)};line-gap-override:0%}`;
  });
  return [family, ...standIns].join('');
}
