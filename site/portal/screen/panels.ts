import type { AnydeskSystem } from '#contract/anydesk.ts';
import { portalTexts } from '#contract/portal.ts';

/** Which dialog of the portal is open. */
export type Panel =
  | { readonly panel: 'none' }
  | { readonly panel: 'choose' }
  | { readonly panel: 'call' }
  | { readonly panel: 'text' }
  | { readonly panel: 'requested' }
  | { readonly panel: 'download' }
  | { readonly panel: 'install'; readonly system: AnydeskSystem };

export const panelTitles: Record<Panel['panel'], string> = {
  none: '',
  choose: portalTexts.requestAnAgent,
  call: portalTexts.callAgent,
  text: portalTexts.textAgent,
  requested: portalTexts.agentRequested,
  download: portalTexts.downloadAnydesk,
  install: 'Install AnyDesk',
};
