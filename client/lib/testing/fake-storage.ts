/** A browser storage in memory. It can refuse, be full, or be shared by several tabs. */
export class FakeStorage implements Storage {
  readonly values = new Map<string, string>();
  mode: 'working' | 'full' | 'refused' = 'working';

  /** Returns what a page gets when it reads `localStorage`, or throws as the browser does. */
  readonly open = (): Storage => {
    if (this.mode === 'refused') throw new DOMException('The operation is insecure', 'SecurityError');
    return this;
  };
  get length(): number {
    return this.values.size;
  }
  key(index: number): string | null {
    return [...this.values.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.mode === 'full') throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    this.values.set(key, value);
  }
  removeItem(key: string): void {
    this.values.delete(key);
  }
  clear(): void {
    this.values.clear();
  }
}
