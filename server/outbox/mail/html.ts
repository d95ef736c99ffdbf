/** HTML as its own type. Only the `html` template makes it, and text that is put into it is escaped. */

/** Markup that our own template wrote. */
export class Html {
  readonly #markup: string;
  private constructor(markup: string) {
    this.#markup = markup;
  }
  static of(strings: readonly string[], values: readonly HtmlValue[]): Html {
    return new Html(strings.map((string, at) => (at === 0 ? string : write(values[at - 1]) + string)).join(''));
  }
  toString(): string {
    return this.#markup;
  }
}

/** Text and numbers are escaped, lists are joined, `undefined` and `false` leave nothing. */
export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Escapes text for use between tags and in quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (character) => entities[character] ?? '');

function write(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return (value as readonly HtmlValue[]).map(write).join('');
  return escapeHtml(String(value));
}

/** Marks a template as HTML. Attributes are always quoted: html`<a href="${url}">${label}</a>`. */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => Html.of(strings, values);

/** Text of several lines. Its line breaks are kept, and its writing direction cannot affect the text around it. */
export const lines = (text: string): Html =>
  html`<bdi>${text.split('\n').map((line, at) => (at === 0 ? line : html`<br>${line}`))}</bdi>`;
