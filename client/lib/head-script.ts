/**
 * A script that stands inline in the head of a page and calls a function with the window and with the parameters. Its text is the
 * source of that function, so the function may use nothing else. Comments in it begin with `//`, because the build removes those.
 */
export const headScript = <Parameters extends readonly (string | number)[]>(
  run: (window: Window & typeof globalThis, ...parameters: Parameters) => void,
  ...parameters: Parameters
): string =>
  `(${run.toString().replace(/\n\s*/g, '\n')})(${['window', ...parameters.map((each) => JSON.stringify(each))].join(',')})`;
