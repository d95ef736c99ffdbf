import { TextInput } from '../ui/fields.tsx';

/** A field for an IANA time zone. It suggests the zones that the browser knows. */
export const ZoneInput = ({ defaultValue = '' }: { defaultValue?: string }) => (
  <TextInput
    name="zone"
    label="Time zone"
    optional
    help="Such as America/Chicago. Ask where a state has two."
    defaultValue={defaultValue}
    suggestions={Intl.supportedValuesOf('timeZone')}
    spellCheck={false}
    maxLength={64}
  />
);
