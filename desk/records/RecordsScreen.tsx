import { Screen } from '../ui/Screen.tsx';
import { PersonRequest } from './PersonRequest.tsx';

/** What is kept about people, and how it ends. */
export function RecordsScreen() {
  return (
    <Screen title="Records">
      <PersonRequest />
    </Screen>
  );
}
