import { CodeInput } from '../ui/fields.tsx';
import { useFault } from '../ui/SendForm.tsx';

const afterRefusal =
  'Wait for the next code; each works once. If that fails too, the clock of the device with the app may be wrong: turn on automatic date and time there.';

/** A field for the code of an authenticator app. Once a code was refused, it says why a code may be refused although it is shown. */
export function AppCodeInput({ name, label, help }: { name: string; label: string; help: string }) {
  const refused = useFault(name) !== undefined;
  return <CodeInput name={name} label={label} help={refused ? afterRefusal : help} />;
}
