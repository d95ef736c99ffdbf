/** Somebody who types by an input method: letters that are chosen before they stand. */
import { sendToBrowser } from './pointer.ts';

/** Begins a composition in the field of the focus. */
export const compose = (text: string): Promise<void> =>
  sendToBrowser('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

/** What browsers say of a key that the input method takes: Esc drops the composition, Enter ends it. */
export async function pressInMethod(key: 'Escape' | 'Enter'): Promise<void> {
  const said = { key, code: key, windowsVirtualKeyCode: 229 };
  await sendToBrowser('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...said });
  await sendToBrowser('Input.dispatchKeyEvent', { type: 'keyUp', ...said });
}
