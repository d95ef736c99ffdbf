import { Button } from '#client/ui/Button.tsx';
import { type SettingsView, setAlertRecipients } from '#contract/desk/setting-endpoints.ts';
import { type AlertRecipient, recipientKinds, settingLimits } from '#contract/desk/settings.ts';
import { phoneText } from '../lib/phone.ts';
import { TextInput } from '../ui/fields.tsx';
import { type Fault, SendForm, textOf } from '../ui/SendForm.tsx';
import { type PartTools, pressSetting, type SettingChange, sendSetting } from './change.ts';

const shown = ({ kind, value }: AlertRecipient): string => (kind === 'phone' ? phoneText(value) : value);

/** As the server compares them: capitals make no other recipient. */
const isAmong = (all: readonly AlertRecipient[], one: AlertRecipient): boolean =>
  all.some(({ value }) => value.toLowerCase() === one.value.toLowerCase());

const variable = { mail: 'MAIL_TO', phone: 'ALERT_PHONE' } as const;

/** The recipients of alerts. Those from the environment are only listed; further ones are added and removed here. */
export function AlertRecipients({ setting, ...tools }: { setting: SettingsView['alertRecipients'] } & PartTools) {
  const { version, environment, further, can } = setting;
  /** Adding or removing one recipient. Recipients that others add or remove meanwhile stay as they made them. */
  const changeTo = (
    changed: (now: readonly AlertRecipient[]) => readonly AlertRecipient[],
    done: string,
    isOver: NonNullable<SettingChange<typeof setAlertRecipients>['isOver']>,
  ): SettingChange<typeof setAlertRecipients> => ({
    endpoint: setAlertRecipients,
    setting: 'alertRecipients',
    version,
    body: (now) => ({ recipients: [...changed(now?.alertRecipients.further ?? further)] }),
    compare: () => [],
    done,
    // What is said is about one recipient. A change of others does not end it.
    isOver,
  });
  const toolsOfOne = { ...tools, onDone: tools.onStored };
  const add = async (data: FormData): Promise<Fault | undefined> => {
    const value = textOf(data, 'recipient');
    if (value === '') return { field: 'recipient', text: 'Type an address or a telephone number.' };
    const kind = value.includes('@') ? 'mail' : 'phone';
    // The server may write the value in another way, so what was added is what was not there before.
    let before: readonly AlertRecipient[] = further;
    const change = changeTo(
      (now) => {
        before = now;
        return [...now, { kind, value }];
      },
      `Alerts also go to ${value}.`,
      (stored, later) => {
        const added = stored.alertRecipients.further.filter((one) => !isAmong(before, one));
        // Nothing was added when it was there already. Then any later version ends what is said.
        return added.length === 0 || added.some((one) => !isAmong(later.alertRecipients.further, one));
      },
    );
    const fault = await sendSetting(change, toolsOfOne);
    return fault && { ...fault, field: 'recipient' };
  };
  const remove = (one: AlertRecipient) => {
    const others = (now: readonly AlertRecipient[]) => now.filter(({ value }) => value !== one.value);
    const isBack = (_: SettingsView, later: SettingsView) => isAmong(later.alertRecipients.further, one);
    return pressSetting(changeTo(others, `Alerts do not go to ${shown(one)} any more.`, isBack), toolsOfOne);
  };
  return (
    <>
      {environment.length + further.length > 0 ? (
        <ul className="lines">
          {environment.map((one) => (
            <li key={one.value}>
              <span className="line-main">{shown(one)}</span>
              <span className="soft">
                {recipientKinds[one.kind]}, from {variable[one.kind]}
              </span>
            </li>
          ))}
          {further.map((one) => (
            <li key={one.value}>
              <span className="line-main">{shown(one)}</span>
              <span className="soft">{recipientKinds[one.kind]}</span>
              <Button look="quiet" onClick={() => void remove(one)}>
                Remove<span className="visually-hidden"> {shown(one)}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="setting-why">Alerts reach nobody.</p>
      )}
      {!can.mail && <p className="soft">Mails cannot be sent: SMTP_URL is not set.</p>}
      {!can.phone && <p className="soft">Texts cannot be sent: TWILIO_ACCOUNT_SID is not set.</p>}
      {further.length < settingLimits.recipients && (
        <SendForm look="plain" submit="Add" sending="Adding…" draft="setting alert-recipients" empties onSend={add}>
          <TextInput
            name="recipient"
            label="Another recipient"
            help="An e-mail address, or a telephone number for texts."
            maxLength={254}
          />
        </SendForm>
      )}
    </>
  );
}
