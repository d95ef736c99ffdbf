/** Types as a person with an input method does: the letters are provisional until they are confirmed. */
import { sendToBrowser } from './pointer.ts';

/** Begins a composition in the focused field. */
export const compose = (text: string): Promise<void> =>
  sendToBrowser('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

/** Presses a key that the input method takes, with the events that browsers then send. Esc drops the composition; Enter ends it. */
export async function pressInMethod(key: 'Escape' | 'Enter'): Promise<void> {
  const said = { key, code: key, windowsVirtualKeyCode: 229 };
  await sendToBrowser('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...said });
  await sendToBrowser('Input.dispatchKeyEvent', { type: 'keyUp', ...said });
}
