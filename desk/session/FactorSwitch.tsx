import { Choices } from '../ui/Choices.tsx';

/** The ways to prove who a person is, by the names that the forms in this folder use. */
type Way = 'password' | 'totp' | 'passkey' | 'recovery-code';

const names: Readonly<Record<Way, string>> = {
  password: 'Password',
  totp: 'App code',
  passkey: 'Passkey',
  'recovery-code': 'Recovery code',
};

interface FactorSwitchProps<Factor extends Way> {
  factors: readonly Factor[];
  chosen: Factor;
  onChoose: (factor: Factor) => void;
}

/** Chooses one of several ways. */
export const FactorSwitch = <Factor extends Way>({ factors, ...choice }: FactorSwitchProps<Factor>) => (
  <Choices
    legend="How do you prove that it is you?"
    options={factors.map((value) => ({ value, label: names[value] }))}
    {...choice}
  />
);
