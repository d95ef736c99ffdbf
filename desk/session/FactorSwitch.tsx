import './factor.css';
/** The ways to prove who a person is, by the names that the forms in this folder use. */
export type Way = 'password' | 'totp' | 'passkey' | 'recovery-code';

const names: Readonly<Record<Way, string>> = {
  password: 'Password',
  totp: 'App code',
  passkey: 'Passkey',
  'recovery-code': 'Recovery code',
};

/** Chooses one of several ways. */
export function FactorSwitch<Factor extends Way>({
  factors,
  chosen,
  onChoose,
}: {
  factors: readonly Factor[];
  chosen: Factor;
  onChoose: (factor: Factor) => void;
}) {
  return (
    <fieldset className="switch-factor">
      <legend className="visually-hidden">How do you prove that it is you?</legend>
      {factors.map((factor) => (
        <label key={factor}>
          <input type="radio" name="way" checked={factor === chosen} onChange={() => onChoose(factor)} />
          {names[factor]}
        </label>
      ))}
    </fieldset>
  );
}
