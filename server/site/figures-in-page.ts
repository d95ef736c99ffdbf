/** Writes measured figures into a prerendered page. `site/content/Figures.tsx` and `site/sections/Hero.tsx` have the markup. */
import type { CheerioAPI } from 'cheerio';
import { figuresBlockId, type ShownFigure, type ShownFigures } from '#contract/status.ts';
import { inScript } from './page-settings.ts';

/**
 * Writes them into the block that React reads and into the markup, so that both agree. Figures that are not measured stay targets.
 */
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
