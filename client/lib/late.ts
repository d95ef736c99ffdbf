import { type ComponentType, lazy } from 'react';

/**
 * A component that is seen late, or by few people: its file is fetched when it is shown for the first time. It stands in a `Suspense`.
 *
 * @param Missing what stands in its place when the file cannot be fetched
 */
export const late = <Props extends object>(load: () => Promise<ComponentType<Props>>, Missing: ComponentType<Props>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing }),
    ),
  );
