/** The drawings of the pictures, as HTML and SVG. The returned text contains everything they are drawn from. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brand } from '#brand/brand.ts';

const project = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');

export interface Drawing {
  /** The file in site/public. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly html: string;
}

/** The values of the site's colour tokens, so that a picture changes only with them and not with other styles. */
function colours(...names: string[]): Record<string, string> {
  const tokens = read('client/styles/tokens.css');
  return Object.fromEntries(
    names.map((name) => {
      const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(tokens)?.[1];
      if (!value) throw new Error(`--${name} is not in client/styles/tokens.css`);
      return [name, value];
    }),
  );
}

/** The mark on its background, at any size: with `rounded` corners for the browser's tab, square where the system rounds them. */
function mark(rounded: boolean): string {
  const svg = read('client/ui/mark.svg');
  return rounded ? svg : svg.replace(/ rx="\d+"/, '');
}

const icon = (file: string, size: number, rounded: boolean): Drawing => ({
  file,
  width: size,
  height: size,
  html: `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${mark(rounded)}`,
});

/** The preview picture of a shared link: the name, the tagline, and the one lit window. */
function sharingPicture(): Drawing {
  const c = colours(
    'asphalt-950',
    'asphalt-800',
    'asphalt-700',
    'chrome-100',
    'chrome-300',
    'chrome-400',
    'headlight-400',
  );
  const lit = c['headlight-400'];
  const html = `<style>
body{margin:0;width:1200px;height:630px;overflow:hidden;position:relative;background:${c['asphalt-950']};color:${c['chrome-100']};font-family:Archivo;-webkit-font-smoothing:antialiased}
.name{position:absolute;left:72px;top:64px;display:flex;align-items:center;gap:18px;font-size:38px;font-weight:700;font-stretch:112%}
.name svg{width:44px;height:44px}
h1{position:absolute;left:70px;top:196px;margin:0;width:640px;font-size:88px;line-height:.98;font-weight:740;font-stretch:116%;letter-spacing:-.03em}
p{position:absolute;left:72px;bottom:60px;margin:0;color:${c['chrome-300']};font-size:29px;font-weight:500}
.window{position:absolute;left:740px;top:0;width:460px;height:630px}
hr{position:absolute;left:72px;bottom:122px;width:620px;margin:0;border:0;border-top:2px solid ${c['asphalt-700']}}
</style>
<div class="name"><svg viewBox="0 0 24 24"><path fill="${c['chrome-400']}" d="M1 1h10v10H1zM1 13h10v10H1zM13 13h10v10H13z"/><path fill="${lit}" d="M13 1h10v10H13z"/></svg>${brand.name}</div>
<h1>${brand.tagline}</h1>
<hr>
<p>Remote F&amp;I for car dealerships</p>
<svg class="window" viewBox="0 0 460 630">
<linearGradient id="light" x1="0" y1=".1" x2="0" y2="1"><stop stop-color="${lit}" stop-opacity=".24"/><stop offset="1" stop-color="${lit}" stop-opacity="0"/></linearGradient>
<path fill="url(#light)" d="M214 117h180l66 300v213H250z"/>
<path fill="${c['asphalt-800']}" d="M14 117h180v180H14zM14 317h180v180H14zM214 317h180v180H214z"/>
<path fill="${lit}" d="M214 117h180v180H214z"/>
</svg>`;
  return { file: 'og.png', width: 1200, height: 630, html };
}

/** The size of the image in favicon.ico, in pixels. */
export const faviconSize = 32;

/** Every picture. The favicon is drawn as a PNG and put into its container afterwards. */
export const drawings = (): Drawing[] => [
  sharingPicture(),
  icon('apple-touch-icon.png', 180, false),
  icon('icon-512.png', 512, true),
  icon('favicon.ico', faviconSize, true),
];
