/**
 * Runs tasks when no press is under way. When a person leaves a field, a line under it may appear or go. If the mouse button is
 * still down, that would move the target of their click away from the pointer.
 */
export function createAfterPress(target: Pick<Window, 'addEventListener' | 'removeEventListener'>) {
  let pressed = false;
  let waiting: (() => void)[] = [];
  const flush = () => {
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  };
  const press = () => {
    pressed = true;
  };
  // The click that belongs to the press is dispatched before a timer can run.
  const release = () => {
    pressed = false;
    setTimeout(flush);
  };
  target.addEventListener('pointerdown', press, true);
  target.addEventListener('pointerup', release, true);
  target.addEventListener('pointercancel', release, true);
  return {
    run(task: () => void): void {
      waiting.push(task);
      if (!pressed) setTimeout(flush);
    },
    stop(): void {
      target.removeEventListener('pointerdown', press, true);
      target.removeEventListener('pointerup', release, true);
      target.removeEventListener('pointercancel', release, true);
      waiting = [];
    },
  };
}

export type AfterPress = ReturnType<typeof createAfterPress>;
