import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { lists } from '#brand/lists.ts';
import type { Field } from '#contract/fields.ts';
import { type LeadForm, leadForms } from '#contract/forms.ts';
import { formPages, pages } from '#contract/pages.ts';
import { measuredNames } from '#contract/status.ts';

function control(form: LeadForm, { name, kind, options = [] }: Field): string {
  const id = `${form.kind}-${name}`;
  const attributes = `aria-describedby="${id}-help ${id}-error" id="${id}" name="${name}"`;
  if (kind === 'street') return `<textarea ${attributes}></textarea>`;
  if (kind === 'tick') return `<input type="checkbox" ${attributes}>`;
  if (kind === 'many') {
    return options
      .map(
        (option, index) =>
          `<input type="checkbox" id="${form.kind}-${name}-${index}" name="${name}" value="${option}">`,
      )
      .join('');
  }
  if (kind !== 'choice') return `<input ${attributes}>`;
  const choices = options.map((option) => `<option value="${option}">${option}</option>`);
  return `<select ${attributes}><option value="">Choose…</option>${choices.join('')}</select>`;
}

const fieldOf = (form: LeadForm, field: Field) =>
  `<div data-field="${field.name}"><p data-error hidden id="${form.kind}-${field.name}-error"></p>${control(form, field)}</div>`;

const formOf = (form: LeadForm) =>
  `<form method="post" enctype="multipart/form-data" data-mail-form="${form.kind}">
  <div data-error-summary hidden role="alert"><h2>There is a problem</h2><ul></ul></div>
  <input type="hidden" name="user_id"><input type="hidden" name="service_id"><input type="hidden" name="template_id"><input hidden name="submission_id">
  ${form.fields.map((field) => fieldOf(form, field)).join('\n')}
  </form>`;

/** The markup of a figure, as the pages have it. */
const figureOf = (name: string) =>
  `<div data-figure="${name}"><b data-value>claim</b><i data-spoken>claim</i><em data-standing>target</em><small data-note hidden></small></div>`;

const measuredOf = (name: string) =>
  `<div data-measured="${name}"><em data-standing>target</em><p data-value>claim</p><p data-note></p></div>`;

/** The slots of the status page. */
const statusSlots = `<p data-today></p><p data-as-of></p><p data-missed></p>${measuredNames.map(measuredOf).join('')}
  <p data-no-days></p><div data-with-days hidden><div data-months></div><table><tbody data-days></tbody></table></div>`;

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><link rel="canonical" href="/"><style>p{margin:0}</style>
  <script>/* inline */</script><script type="module" src="/assets/client.js"></script>
  <script type="application/json" id="runtime">{}</script>
  <script type="application/json" id="shown-figures">{}</script></head><body>${body}</body></html>`;

/** The files of a bare site by their paths. It follows the markup that the server edits, so that server tests need no build. */
function makeFiles(): ReadonlyMap<string, string | Buffer> {
  const forms = leadForms(lists);
  const files = new Map<string, string | Buffer>();
  const add = (path: string, html: string) => files.set(`${path.slice(1) || 'index'}.html`, html);
  add(pages.home, page('Home', `the home page ${['profit', 'availability', 'setup'].map(figureOf).join('')}`));
  add(pages.status, page('Status', statusSlots));
  add(pages['not-found'], page('Not found', 'no such page'));
  add(
    pages['thank-you'],
    page(
      'Receipt',
      '<div data-outcome="received" hidden><h1>Received</h1><span data-reference></span>' +
        '<i data-confirmation="mail">mailed</i><i data-confirmation="none">not mailed</i>' +
        '<p data-kind="inquiry">24 hours</p><p data-kind="intake">code</p></div>' +
        '<div data-outcome="unknown"><h1>Nothing here</h1></div>' +
        '<div data-outcome="too-large" hidden><h1>Your form was too large</h1></div>',
    ),
  );
  for (const form of Object.values(forms)) add(pages[formPages[form.kind]], page(form.title, formOf(form)));
  add(
    '/desk/index',
    '<!doctype html><html lang="en"><head><title>Desk</title><style>p{margin:0}</style></head><body>the shell</body></html>',
  );
  const script = 'export {};\n';
  files.set('assets/client.js', script);
  files.set('assets/client.js.br', brotliCompressSync(script));
  files.set('assets/client.js.gz', gzipSync(script));
  return files;
}

/** Made once: each test of a server writes them. */
let made: ReadonlyMap<string, string | Buffer> | undefined;

/** Writes a bare site into a folder. */
export function writeBareSiteInto(folder: string): void {
  made ??= makeFiles();
  for (const name of ['desk', 'assets']) mkdirSync(join(folder, name));
  for (const [path, content] of made) writeFileSync(join(folder, path), content);
}
