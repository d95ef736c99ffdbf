/**
 * The one variable family, cut to the characters, axes and features that the site uses, and the fallback faces that take
 * its place until it has loaded, with metrics that keep every line where it will be.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** The whole family as it is published, for development. */
export const archivoFile = require.resolve('@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2');

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const typographic = '\u00a0–—‘’“”…·•×°©®™−';
/** Names of people and streets in the service area. */
const accented = 'áéíóúüñÁÉÍÓÚÜÑ';

/** Width in percent and weight: the ranges that the styles use. */
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

/**
 * How wide Archivo sets English text compared with Arial (and its metric twins), measured in Chromium over the site's own
 * copy, in percent: at width 100 for text, at width 116 bold for display, at width 88 for labels.
 */
const fallbacks = [
  { family: 'Archivo text', adjust: 101.5 },
  { family: 'Archivo display', adjust: 122 },
  { family: 'Archivo label', adjust: 91 },
];

const percent = (value) => `${Number(value.toFixed(2))}%`;

/** The `@font-face` rules: the family, and a fallback for each of the three ways it is set. */
export function fontFaces(url) {
  const family = `@font-face{font-family:Archivo;src:url(${url}) format("woff2");font-weight:${axes.wght.min} ${axes.wght.max};font-stretch:${axes.wdth.min}% ${axes.wdth.max}%;font-display:swap}`;
  const standIns = fallbacks.map(({ family, adjust }) => {
    const override = (metric) => percent(metric / 10 / (adjust / 100));
    return `@font-face{font-family:"${family}";src:local("Arial"),local("Liberation Sans"),local("Helvetica");size-adjust:${percent(adjust)};ascent-override:${override(vertical.ascent)};descent-override:${override(vertical.descent)};line-gap-override:0%}`;
  });
  return [family, ...standIns].join('');
}
