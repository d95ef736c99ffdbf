import { brand } from '#brand/brand.ts';

/** Midnight is at the top and noon at the bottom: one turn is a day, and an hour is a twenty-fourth of the circle. */
const hourMark = (hour: number) => `rotate(${hour * 15} 200 200)`;

/** Hours as dashes round a circle of length 24, each with a gap behind it. */
const hoursOnly = (count: number) => `${'.86 .14 '.repeat(count - 1)}.86 ${24 - count + 0.14}`;

const opensAt = 10;
const closesAt = 18;
const dealAt = 21 + 4 / 60;

/** A dial of one day: the hours in which a one-manager finance office is staffed, and the hours of the desk. */
export function NightDial() {
  return (
    <figure className="dial">
      <svg
        viewBox="-50 -28 500 456"
        role="img"
        aria-label={`A dial of 24 hours. A one-manager box is staffed from 10 am to 6 pm; ${brand.name} aims to be there in every hour. A hand points to 9:04 pm, outside the hours of the one-manager box.`}
      >
        <g fill="none" transform="rotate(-90 200 200)">
          <circle className="dial-ours" cx="200" cy="200" r="186" pathLength="24" strokeDasharray=".86 .14" />
          <circle className="dial-closed" cx="200" cy="200" r="150" pathLength="24" strokeDasharray=".86 .14" />
          <circle
            className="dial-theirs"
            cx="200"
            cy="200"
            r="150"
            pathLength="24"
            strokeDasharray={hoursOnly(closesAt - opensAt)}
            strokeDashoffset={-opensAt}
          />
        </g>
        <text x="200" y="-10">
          midnight
        </text>
        <text x="428" y="206">
          6 am
        </text>
        <text x="200" y="424">
          noon
        </text>
        <text x="-28" y="206">
          6 pm
        </text>
        <path className="dial-hand" d="M200 112V10" transform={hourMark(dealAt)} />
        <path className="dial-lamp" d="M187 1h26v26h-26z" transform={hourMark(dealAt)} />
        <text className="dial-time" x="200" y="212">
          9:04 pm
        </text>
        <text className="dial-note" x="200" y="240">
          buyer in the chair
        </text>
      </svg>
      <figcaption>
        <span className="dial-key">{brand.name}, every hour: our target</span>
        <span className="dial-key dial-key-theirs">A one-manager box, 10 to 6, for example</span>
      </figcaption>
    </figure>
  );
}
