import { type ComponentType, lazy } from 'react';

/**
 * A component that is shown late or to few people: its file is loaded when it is first rendered. Render it inside a `Suspense`.
 * @param Missing rendered in its place when the file cannot be loaded
 */
export const late = <Props extends object>(load: () => Promise<ComponentType<Props>>, Missing: ComponentType<Props>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing }),
    ),
  );
