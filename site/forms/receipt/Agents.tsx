import { brand } from '#brand/brand.ts';
import { telOf } from '#client/ui/tel.ts';

/** The people of the desk with their telephones, for whoever would rather talk. */
export const Agents = () => (
  <>
    <h3 className="receipt-heading">Rather talk now?</h3>
    <ul className="receipt-agents">
      {brand.agents.map(({ name, phone }) => (
        <li key={name}>
          <a href={telOf(phone)}>
            <span>{name}</span>
            <span className="numerals receipt-phone">{phone}</span>
          </a>
        </li>
      ))}
    </ul>
  </>
);
