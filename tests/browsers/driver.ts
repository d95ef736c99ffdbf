/** What the journey needs of a browser. Each engine is driven through this and nothing else. */

export interface Browser {
  /** Opens an address and waits until its document has loaded. */
  open(url: string): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  /** Runs a function in the page, with arguments that JSON can carry, and returns what it returns. */
  run<Args extends readonly unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Clicks the middle of an element, as a mouse does. */
  click(selector: string): Promise<void>;
  /** Types into a field, key by key. */
  type(selector: string, text: string): Promise<void>;
  /** Presses Escape. */
  escape(): Promise<void>;
  /** Gives the page a size in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** The page as it is seen, as a PNG. */
  picture(): Promise<Buffer>;
  /** Everything that the console said since the browser was started. */
  console(): readonly string[];
  close(): Promise<void>;
}

export type EngineName = 'chromium' | 'firefox' | 'webkit';
