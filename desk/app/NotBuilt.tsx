import { Screen as Frame } from '../ui/Screen.tsx';
import type { Screen } from './screens.tsx';

/** A screen that is not built yet says what does its work today. */
export function NotBuilt({ screen: { name, today } }: { screen: Screen }) {
  return (
    <Frame title={name}>
      <div className="not-built">
        <p>
          This screen is not built yet. Today {today?.says} are worked on with a command, on the machine that the server
          runs on:
        </p>
        <p>
          <code>{today?.command}</code>
        </p>
      </div>
    </Frame>
  );
}
