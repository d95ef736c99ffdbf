const layers = [
  {
    name: 'Showroom',
    text: 'The browser on your store’s computer. It shows the shared screen and asks for your consent before anybody joins.',
  },
  {
    name: 'Edge',
    text: 'The data center nearest to you. It carries the picture and the voice, and keeps neither.',
  },
  {
    name: 'Session',
    text: 'Who may join, who is in, who holds the pointer. It opens sessions, and it ends them.',
  },
  {
    name: 'Record',
    text: 'When a session began and ended and who was in it, kept as a communication log is.',
  },
] as const;

/** Where each layer begins, from the lowest to the highest. They are drawn in this order, so a higher one covers a lower one. */
const sheetTops = [258, 174, 90, 6];

/** The four panes of a sheet seen from above its corner. `top` is the sheet's highest point. */
const panesOf = (top: number) =>
  [
    [160, 10],
    [226, 43],
    [94, 43],
    [160, 76],
  ].map(([x = 0, y = 0]) => `M${x} ${top + y}l58 29-58 29-58-29z`);

/** The layers of Lync, from the screen down to the record. */
export function Layers() {
  return (
    <div className="halves lync-layers">
      <svg viewBox="0 0 320 404" aria-hidden="true">
        {sheetTops.map((top) => (
          <g key={top}>
            <path className="lync-sheet" d={`M160 ${top - 4}l158 76-158 76L2 ${top + 72}z`} />
            {panesOf(top).map((pane, index) => (
              <path key={pane} className={top === 6 && index === 1 ? 'lync-pane-lit' : 'lync-pane'} d={pane} />
            ))}
          </g>
        ))}
      </svg>
      <ol>
        {layers.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
