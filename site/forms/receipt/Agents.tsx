import { brand } from '#brand/brand.ts';
import { telOf } from '#client/ui/tel.ts';

/** Whom to call about a form, on its receipt and on the page after a form without script. */
export function Agents() {
  return (
    <>
      <h3 className="receipt-heading">Rather talk now?</h3>
      <ul className="receipt-agents">
        {brand.agents.map(({ name, phone }) => (
          <li key={name}>
            <a href={telOf(phone)}>
              <span>{name}</span>
              <span className="receipt-phone">{phone}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
