import { claims } from '#brand/claims.ts';
import { readJson } from '#client/lib/storage.ts';
import { figuresBlockId, type ShownFigure, type ShownFigures } from '#contract/status.ts';

type Claims = typeof claims;

/** A figure of the site: what is claimed, or what was measured in its place. */
export interface SiteFigure {
  readonly value: string;
  readonly label: string;
  /** Small words before the number: "up to", "under". */
  readonly before?: string;
  /** How screen readers read the number, when its symbols cannot be read as words. */
  readonly spoken?: string | undefined;
  readonly standing: string;
  /** How a measured value was made, and the target beside it. */
  readonly note?: string;
  /** The name by which the server finds the figure in a page. */
  readonly name?: string;
}

/** The measured figures that the server wrote into this document. */
const measured = (): ShownFigures =>
  Object(readJson(globalThis.document?.getElementById(figuresBlockId)?.textContent)) as ShownFigures;

/** A figure as it stands in this document. The server writes the same values into the markup that React finds. */
export function figureOf(name: keyof Claims): SiteFigure {
  const claim: Omit<SiteFigure, 'standing'> = claims[name];
  const found = (measured() as Partial<Record<keyof Claims, ShownFigure>>)[name];
  return found
    ? { ...claim, ...found, name, standing: 'measured', spoken: claim.spoken && found.spoken }
    : { ...claim, name, standing: 'target' };
}
