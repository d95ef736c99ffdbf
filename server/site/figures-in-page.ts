/** Writes measured figures into a prerendered page. The markup is that of `site/content/Figures.tsx` and `site/sections/Hero.tsx`. */
import type { CheerioAPI } from 'cheerio';
import { figuresBlockId, type ShownFigure, type ShownFigures } from '#contract/status.ts';
import { inScript } from './page-settings.ts';

/** In the block React reads them from, and in the markup, so that both say the same. What is not measured stays a target. */
export function writeFigures($: CheerioAPI, figures: ShownFigures): void {
  $(`#${figuresBlockId}`).text(inScript(figures));
  for (const [name, { value, spoken, note }] of Object.entries(figures) as [string, ShownFigure][]) {
    const figure = $(`[data-figure="${name}"]`);
    figure.find('[data-value]').text(value);
    figure.find('[data-spoken]').text(spoken);
    figure.find('[data-standing]').text('measured');
    figure.find('[data-note]').text(note).removeAttr('hidden');
  }
}
