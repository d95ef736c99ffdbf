/**
 * The layout of every mail: a dark band with the mark of four squares, and paper below. It uses tables and inline styles, because mail
 * clients drop everything else. The small style block adds phone widths and dark mode for clients that understand it.
 */
import { brand } from '#brand/brand.ts';
import { type Html, type HtmlValue, html } from './html.ts';
import type { Letter } from './letter.ts';

/** The brand's colours, as the sRGB values of the design tokens, because mail clients read only those. */
export const colours = {
  night: '#070e16',
  nightRaised: '#1b252f',
  unlit: '#9ca6b0',
  onNight: '#c5cbd2',
  lit: '#f8d14f',
  paper: '#fcfaf6',
  paperShade: '#f6f3ec',
  rule: '#d9d4c9',
  ink: '#141b24',
  inkSoft: '#4d5660',
  stop: '#b7191c',
} as const;

/** Breaks a word that is wider than its place, such as a long name or the head of the audit log. */
const breaks = 'word-break:break-word;overflow-wrap:anywhere';

const fontStack = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif";

const styles = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: inherit; }
@media (max-width: 620px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .heading { font-size: 25px !important; line-height: 31px !important; }
  .wide { width: 100% !important; }
  .stack { display: block !important; width: auto !important; }
  .gap { display: block !important; height: 10px !important; line-height: 10px !important; }
  .label { width: 40% !important; padding-right: 12px !important; }
}
@media (prefers-color-scheme: dark) {
  .desk { background: #070e16 !important; }
  .paper { background: #0e1720 !important; border-color: #2e3945 !important; }
  .well { background: #1b252f !important; border-color: #4e5966 !important; }
  .ink { color: #f6f3ec !important; }
  .ink-soft { color: #9ca6b0 !important; }
  .rule { border-color: #2e3945 !important; }
  .stop { color: #ff8a80 !important; }
}
</style>`;

const square = (lit: boolean): Html =>
  html`<td width="11" height="11" bgcolor="${lit ? colours.lit : colours.unlit}" style="width:11px;height:11px;line-height:11px;font-size:1px;background:${lit ? colours.lit : colours.unlit}">&nbsp;</td>`;

const across = html`<td width="3" height="11" style="width:3px;height:11px;line-height:11px;font-size:1px">&nbsp;</td>`;
const down = html`<tr><td colspan="3" height="3" style="height:3px;line-height:3px;font-size:1px">&nbsp;</td></tr>`;

/** The mark: four squares, the upper right one lit. */
const fourSquare = html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" aria-hidden="true"><tr>${square(false)}${across}${square(true)}</tr>${down}<tr>${square(false)}${across}${square(false)}</tr></table>`;

interface Parts extends Pick<Letter, 'subject' | 'text'> {
  /** The text that an inbox shows beside the subject. */
  readonly preview: string;
  /** The text at the right end of the band. */
  readonly corner: string;
  readonly heading: HtmlValue;
  readonly subheading: HtmlValue;
  readonly body: HtmlValue;
  readonly footer: HtmlValue;
}

/** A whole mail. The subject is also the title of its HTML part. */
export function writeLetter({ subject, text, preview, corner, heading, subheading, body, footer }: Parts): Letter {
  const pad = 'padding-left:36px;padding-right:36px';
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
${styles}
</head>
<body class="desk" style="margin:0;padding:0;background:${colours.paperShade};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:${colours.paperShade}">${preview}</div>
<table role="presentation" class="desk" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colours.paperShade}" style="background:${colours.paperShade}"><tr><td align="center">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;font-family:${fontStack};font-size:16px;line-height:24px;color:${colours.ink}">
<tr><td class="pad" bgcolor="${colours.night}" style="background:${colours.night};${pad};padding-top:24px;padding-bottom:30px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="37" valign="middle" style="width:37px">${fourSquare}</td>
<td valign="middle" style="font-size:19px;line-height:25px;font-weight:700;color:#ffffff">${brand.name}</td>
<td valign="middle" align="right" style="font-size:14px;line-height:20px;color:${colours.onNight}">${corner}</td>
</tr></table>
<h1 class="heading" style="margin:30px 0 0;font-size:30px;line-height:37px;font-weight:800;letter-spacing:-0.01em;color:#ffffff;${breaks}">${heading}</h1>
<p style="margin:8px 0 0;font-size:16px;line-height:24px;color:${colours.onNight};${breaks}">${subheading}</p>
</td></tr>
<tr><td class="pad paper ink" bgcolor="${colours.paper}" style="background:${colours.paper};${pad};padding-top:28px;padding-bottom:32px;border:1px solid ${colours.rule};border-top:0;color:${colours.ink}">
${body}
</td></tr>
<tr><td class="pad ink-soft" style="${pad};padding-top:20px;padding-bottom:36px;font-size:14px;line-height:21px;color:${colours.inkSoft};${breaks}">
${footer}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return { subject, text, html: markup.toString() };
}

export const sectionHeading = (text: HtmlValue): Html =>
  html`<h2 class="ink" style="margin:32px 0 8px;font-size:19px;line-height:26px;font-weight:750;color:${colours.ink}">${text}</h2>`;

export const paragraph = (content: HtmlValue): Html =>
  html`<p class="ink" style="margin:0 0 14px;font-size:16px;line-height:24px;color:${colours.ink};${breaks}">${content}</p>`;

/** Rows of label and value with lines between them. They stay in two columns on a phone, so that the mail is short. */
export function worksheet(rows: readonly { label: HtmlValue; value: HtmlValue }[]): Html {
  const rule = `border-top:1px solid ${colours.rule}`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows.map(
    ({ label, value }) => html`<tr>
<td class="label rule ink-soft" width="38%" valign="top" style="width:38%;${rule};padding:10px 16px 9px 0;font-size:15px;line-height:22px;color:${colours.inkSoft}">${label}</td>
<td class="rule ink" valign="top" style="${rule};padding:9px 0;font-size:16px;line-height:23px;color:${colours.ink};${breaks}">${value}</td>
</tr>`,
  )}</table>`;
}

/** The main button. Amber is used for nothing else. */
export const button = (href: string, label: HtmlValue): Html =>
  html`<td class="stack" align="center" bgcolor="${colours.lit}" style="background:${colours.lit};border-radius:4px"><a href="${href}" style="display:block;padding:13px 22px;font-size:16px;line-height:22px;font-weight:700;color:${colours.ink};text-decoration:none">${label}</a></td>`;

/** A button of lower rank. */
export const quietButton = (href: string, label: HtmlValue): Html =>
  html`<td class="stack well" align="center" style="border:1px solid ${colours.inkSoft};border-radius:4px"><a class="ink" href="${href}" style="display:block;padding:12px 21px;font-size:16px;line-height:22px;font-weight:700;color:${colours.ink};text-decoration:none">${label}</a></td>`;

export const buttons = (cells: readonly Html[]): Html =>
  html`<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 22px"><tr>${cells.map(
    (cell, at) => html`${at > 0 && html`<td class="gap" width="12" style="width:12px">&nbsp;</td>`}${cell}`,
  )}</tr></table>`;

/** A warning. Its words say it, not the colour alone. */
export const warning = (heading: string, texts: readonly string[]): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td style="border-left:4px solid ${colours.stop};padding:2px 0 2px 16px">
<p class="stop" style="margin:0;font-size:16px;line-height:24px;font-weight:700;color:${colours.stop}">${heading}</p>${texts.map(
    (text) =>
      html`<p class="ink" style="margin:2px 0 0;font-size:16px;line-height:24px;color:${colours.ink}">${text}</p>`,
  )}</td></tr></table>`;
