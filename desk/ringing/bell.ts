/**
 * The sound of a ring. A browser lets a page sound only after a press on it (HTML standard, 6.4.3), so the bell is armed by the
 * first one. Nothing is loaded: two short notes are made by the browser itself.
 */

/** The notes of one stroke: their start in seconds and their pitch in hertz. A later stage plays them higher. */
const notes = [
  { at: 0, hertz: 660 },
  { at: 0.18, hertz: 880 },
] as const;
const noteSeconds = 0.16;
const loudness = 0.22;

/**
 * @param open makes the browser's audio; undefined where it has none
 */
export function createBell(open: () => AudioContext | undefined) {
  let audio: AudioContext | undefined;
  const listeners = new Set<() => void>();
  /** Whether a stroke would be heard. */
  const isArmed = () => audio?.state === 'running';

  function tell(): void {
    for (const listener of listeners) listener();
  }

  /**
   * Asks the browser to let the bell sound again. It silences a page for a telephone call, or when the page was in the background
   * for long. Does nothing before the first press.
   */
  function wake(): void {
    // Besides `suspended` there is `interrupted`, for example by a call (Web Audio 1.1, 1.2.2).
    if (!audio || isArmed() || audio.state === 'closed') return;
    // The browser may refuse until the next press, which asks again.
    audio.resume().catch(() => undefined);
  }

  function play(context: AudioContext, stage: 1 | 2 | 3): void {
    const now = context.currentTime;
    for (const { at, hertz } of notes) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = hertz * (1 + (stage - 1) / 4);
      volume.gain.setValueAtTime(0, now + at);
      volume.gain.linearRampToValueAtTime(loudness, now + at + 0.01);
      volume.gain.linearRampToValueAtTime(0, now + at + noteSeconds);
      tone.connect(volume).connect(context.destination);
      tone.start(now + at);
      tone.stop(now + at + noteSeconds);
    }
  }

  return {
    /** Makes the bell ready. Call it in every press on the page. */
    arm() {
      if (!audio) {
        audio = open();
        if (audio) audio.onstatechange = tell;
      }
      wake();
    },
    wake,
    isArmed,
    /** Calls back each time `isArmed` may have changed. Returns a function that ends that. */
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** One stroke. While the bell is not armed, it is silent and tries to wake. */
    strike(stage: 1 | 2 | 3) {
      if (audio && isArmed()) play(audio, stage);
      else wake();
    },
  };
}
