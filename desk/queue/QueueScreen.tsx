import { Screen } from '../ui/Screen.tsx';

/** The deal board. */
export function QueueScreen() {
  return (
    <Screen title="Deal board">
      <p className="empty">No request is waiting.</p>
    </Screen>
  );
}
