import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';

/**
 * A component that is shown late or to few people: its file is loaded when it is first rendered. Render it inside a `Suspense`.
 *
 * @param Missing rendered in its place while the file cannot be loaded
 * @param untilDone runs a task until it has succeeded once, and returns a function that stops it
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props>,
  untilDone: (task: () => Promise<unknown>) => () => void,
) {
  let known = Missing;
  function LoadedAgain(props: Props) {
    const [Part, setPart] = useState(() => known);
    useEffect(
      () =>
        untilDone(() =>
          load().then((part) => {
            known = part;
            setPart(() => part);
          }),
        ),
      [],
    );
    return createElement(Part, props);
  }
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: LoadedAgain }),
    ),
  );
}
