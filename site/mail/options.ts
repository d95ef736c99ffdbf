/** The mail client's configuration and the rules it is held to (S5). A broken rule is a plain string, as in the package. */

/** Where the time of the last send is kept. The package's own interface: any of the three may reject. */
export interface StorageProvider {
  get(key: string): Promise<string | null | undefined>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** The six options (S3). */
export interface MailOptions {
  /** The mail provider, without a path. Empty for the server that the page came from. */
  readonly origin?: string;
  readonly publicKey: string;
  /** Refuse automated browsers with 451. */
  readonly blockHeadless?: boolean;
  readonly storageProvider?: StorageProvider;
  /** Refuse with 403 when the parameter named `watchVariable` is, to the letter, one of `list`. */
  readonly blockList?: { readonly list: readonly string[]; readonly watchVariable: string };
  /** Refuse with 429 within `throttle` milliseconds after a successful send. `id` is whose limit it is, by default the page's path. */
  readonly limitRate?: { readonly throttle: number; readonly id?: string };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function faultOfBlockList(blockList: unknown): string | undefined {
  const { list, watchVariable } = isObject(blockList) ? blockList : {};
  if (!Array.isArray(list)) return 'The BlockList list has to be an array';
  return typeof watchVariable === 'string' ? undefined : 'The BlockList watchVariable has to be a string';
}

function faultOfLimitRate(limitRate: unknown): string | undefined {
  const { throttle, id } = isObject(limitRate) ? limitRate : {};
  if (typeof throttle !== 'number' || !(throttle >= 0)) return 'The LimitRate throttle has to be a non-negative number';
  return id === undefined || isText(id) ? undefined : 'The LimitRate ID has to be a non-empty string';
}

function faultOfStorageProvider(provider: unknown): string | undefined {
  const complete = isObject(provider) && ['get', 'set', 'remove'].every((name) => typeof provider[name] === 'function');
  return complete ? undefined : 'The storage provider has to have get, set and remove';
}

/**
 * What is wrong with the options beyond what the package checks: it ignores a block list or a throttle of the wrong shape,
 * which turns the protection off unseen. The public key is checked when something is sent, as in the package.
 */
export function faultOfOptions({ blockList, limitRate, storageProvider }: MailOptions): string | undefined {
  return (
    (blockList === undefined ? undefined : faultOfBlockList(blockList)) ??
    (limitRate === undefined ? undefined : faultOfLimitRate(limitRate)) ??
    (storageProvider === undefined ? undefined : faultOfStorageProvider(storageProvider))
  );
}

function isWritable(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * What is wrong with template parameters: they are a plain object that JSON can carry, or absent. The package lets any falsy
 * value through, and any object that describes itself as `[object Object]`.
 */
export function faultOfParams(params: unknown): string | undefined {
  if (params === undefined) return undefined;
  const prototype: unknown = isObject(params) ? Object.getPrototypeOf(params) : undefined;
  const plain = prototype === Object.prototype || prototype === null;
  return plain && isWritable(params) ? undefined : 'The template params have to be a plain object';
}

/** What is wrong with a form target: the package lets the browser's own error through for text that is no selector. */
export function faultOfForm(form: unknown): string | undefined {
  const fault = 'The form has to be a form element or the selector of one';
  try {
    const element: unknown = typeof form === 'string' ? document.querySelector(form) : form;
    return isObject(element) && element['nodeName'] === 'FORM' ? undefined : fault;
  } catch {
    return fault;
  }
}
