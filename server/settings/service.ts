/** The switches and settings that the operator changes while the server runs. */
export { settingPerson } from './person.ts';
export { type AroundShared, createSettings, type SettingOutcome } from './settings.ts';
export { afterRestore, lockSettingShared, settingOf, writeLatest, writeSetting, writeSettingOnce } from './store.ts';
export { carriedOverSettings } from './store-carry-over.ts';
export { alertRecipients, isTextAgentOn, jacketOf } from './values.ts';
