/** What the operator switches while the server runs. */
export { settingOf, writeSetting } from './store.ts';
