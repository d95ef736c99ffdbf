import { portalTexts } from '#contract/portal.ts';

/** The text of a failed send (S8.3) in an alert. Eyes see the alert's icon in the place of the sign that the text begins with. */
export const SendFailed = () => (
  <p>
    <span className="visually-hidden">{portalTexts.sendFailed.slice(0, 2)}</span>
    {portalTexts.sendFailed.slice(2)}
  </p>
);
