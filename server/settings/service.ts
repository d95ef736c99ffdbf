/** What the operator switches while the server runs. */
export { afterRestore, settingOf, writeSetting } from './store.ts';
