/**
 * Checks the shape of values from outside the page: what the browser kept, what the server wrote into the page. For pages
 * whose budget has no room for a schema library (docs/decisions/0034).
 */

/** What is wrong with a value, as `path: is not …`; an empty list when it fits. */
export type Shape = (value: unknown, path?: string) => string[];

/** The shape of a `Type`. */
export interface ShapeOf<Type> extends Shape {
  /** Never set: it carries the type. */
  readonly type?: Type;
}

/** The value, when it fits the shape. */
export const fitting = <Type>(shape: ShapeOf<Type>, value: unknown): Type | undefined =>
  shape(value).length === 0 ? (value as Type) : undefined;

const rule =
  (what: string, fits: (value: unknown) => boolean): Shape =>
  (value, path = 'value') =>
    fits(value) ? [] : [`${path}: is not ${what}`];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = rule('text', (value) => typeof value === 'string');
export const filledText = rule('a text with something in it', (value) => typeof value === 'string' && value !== '');
export const flag = rule('true or false', (value) => typeof value === 'boolean');
export const finite = rule('a number', (value) => Number.isFinite(value));
export const notNegative = rule('a number from 0', (value) => Number.isFinite(value) && Number(value) >= 0);

export const matching = (pattern: RegExp): Shape =>
  rule(`like ${pattern}`, (value) => typeof value === 'string' && pattern.test(value));

export const oneOf = (...values: unknown[]): Shape =>
  rule(`one of ${values.join(', ')}`, (value) => values.includes(value));

export const optional =
  (shape: Shape): Shape =>
  (value, path) =>
    value === undefined ? [] : shape(value, path);

/** A value that fits one of the shapes. */
export const either = (...shapes: Shape[]): Shape =>
  rule('one of several shapes', (value) => shapes.some((shape) => shape(value).length === 0));

export const listOf =
  (item: Shape): Shape =>
  (value, path = 'value') =>
    Array.isArray(value) ? value.flatMap((one, index) => item(one, `${path}.${index}`)) : [`${path}: is not a list`];

/** An object in which every value has the same shape, whatever its name. */
export const mapOf =
  (item: Shape): Shape =>
  (value, path = 'value') =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, one]) => item(one, `${path}.${name}`))
      : [`${path}: is not an object`];

/** An object with these properties. It may have others. */
export const object =
  <Type>(properties: Readonly<Record<keyof Type & string, Shape>>): ShapeOf<Type> =>
  (value, path = 'value') =>
    isObject(value)
      ? Object.entries<Shape>(properties).flatMap(([name, shape]) => shape(value[name], `${path}.${name}`))
      : [`${path}: is not an object`];
