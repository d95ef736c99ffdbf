import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, lines } from './html.ts';

const nasty = fc
  .oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'<>&"\'`=/ abc!-\n') }))
  .map((text) => text.replaceAll('\0', ''));
/** What an HTML parser does to text by itself. */
const asParsed = (text: string) => text.replace(/\r\n?/g, '\n');

describe('the html tag', () => {
  it('keeps any text as text, between tags and in attributes', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const $ = load(html`<i title="${text}">${text}</i>`.toString(), null, false);
        expect($.root().find('*')).toHaveLength(1);
        expect($('i').attr()).toEqual({ title: asParsed(text) });
        expect($('i').text()).toBe(asParsed(text));
      }),
    );
  });

  it('nests templates and lists, and leaves out what is absent', () => {
    expect(html`<ul>${['a<', 'b'].map((item) => html`<li>${item}</li>`)}${undefined}${false}</ul>`.toString()).toBe(
      '<ul><li>a&lt;</li><li>b</li></ul>',
    );
  });

  it('takes nothing for markup that only looks like it', () => {
    const lookalike = { toString: () => '<b>' } as unknown as string;
    expect(html`${lookalike}`.toString()).not.toContain('<b>');
  });

  it('keeps line breaks and isolates the direction of what was typed', () => {
    expect(lines('1 Main St\n<b>Bangor').toString()).toBe('<bdi>1 Main St<br>&lt;b&gt;Bangor</bdi>');
  });
});
