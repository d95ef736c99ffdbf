/** Whether a press is one of the main button, without a key that makes a link open elsewhere. */
export const isPlainPress = (
  press: Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): boolean => !(press.button || press.altKey || press.ctrlKey || press.metaKey || press.shiftKey);
