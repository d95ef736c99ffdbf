/** Writes what is kept about a person, as an HTML page for people and as JSON. Pure. */
import { brand } from '#brand/brand.ts';
import { legal } from '#brand/legal.ts';
import { itemKindNames, keptBecause } from '#contract/desk/person-request.ts';
import { keptInWords, recordClasses } from '#contract/record-classes.ts';
import { html, lines } from '#server/outbox/mail/html.ts';
import type { PersonItem } from '#server/person-search.ts';

export type DocumentFormat = 'html' | 'json';

export const documentTypes: Readonly<Record<DocumentFormat, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

const keptFor = (item: PersonItem): string =>
  `${recordClasses[item.class].name}: ${keptInWords(item.class, legal.retention[item.class])}`;

const headingOf = ({ kind, reference, title }: PersonItem): string =>
  [itemKindNames[kind], reference, title].filter((part) => part !== '').join(' · ');

/** An item as JSON. Its values are a list in their order, because two may have the same label. */
const plain = (item: PersonItem) => ({
  kind: itemKindNames[item.kind],
  id: item.id,
  reference: item.reference || null,
  title: item.title,
  since: item.at,
  keptFor: keptFor(item),
  ...(item.kept === 'held' && { note: keptBecause.held }),
  values: item.values.map(({ label, value }) => ({ label, value })),
});

const jsonDocument = (items: readonly PersonItem[], madeAt: Date): string =>
  `${JSON.stringify({ by: brand.name, madeAt: madeAt.toISOString(), records: items.map(plain) }, null, 2)}\n`;

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'h1{font-size:1.5rem}h2{font-size:1.125rem;margin:2rem 0 .25rem;border-top:1px solid #bbb;padding-top:1rem}' +
  'p{margin:.25rem 0}dl{margin:.5rem 0}dt{font-weight:600;margin-top:.5rem}dd{margin:0;overflow-wrap:anywhere}';

const section = (item: PersonItem) => html`
<section>
<h2>${headingOf(item)}</h2>
<p>Since <time datetime="${item.at}">${item.at}</time>. Kept as ${keptFor(item)}.</p>
${item.kept === 'held' && html`<p>${keptBecause.held}</p>`}
<dl>
${item.values.map(({ label, value }) => html`<dt>${label}</dt><dd>${lines(value)}</dd>\n`)}</dl>
</section>
`;

/** The page loads nothing and runs nothing. */
const htmlDocument = (items: readonly PersonItem[], madeAt: Date): string =>
  `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What ${brand.name} keeps about you</title>
<style>${style}</style>
</head>
<body>
<h1>What ${brand.name} keeps about you</h1>
<p>Written <time datetime="${madeAt.toISOString()}">${madeAt.toISOString()}</time>. Times are in UTC. Questions: ${brand.email}.</p>
${items.length === 0 ? html`<p>Nothing.</p>` : items.map(section)}</body>
</html>
`.toString()}`;

export const documentOf = (format: DocumentFormat, items: readonly PersonItem[], madeAt: Date): string =>
  format === 'json' ? jsonDocument(items, madeAt) : htmlDocument(items, madeAt);
