/**
 * Checks the shape of values from outside the page: what the browser kept, what the server wrote into the page. For pages
 * whose budget has no room for a schema library (docs/decisions/0034).
 */

/** Says what is wrong with a value, as `path: is not …`; an empty list when it fits. */
export interface Shape<out Type = unknown> {
  (value: unknown, path?: string): string[];
  /** Never set: it carries the type. */
  readonly type?: Type;
}

/** The type of the values that fit a shape. */
export type TypeOf<S> = S extends Shape<infer Type> ? Type : never;

type Properties = Readonly<Record<string, Shape>>;
type OptionalName<P> = { [Name in keyof P]: undefined extends TypeOf<P[Name]> ? Name : never }[keyof P];
type ObjectOf<P> = { readonly [Name in Exclude<keyof P, OptionalName<P>>]: TypeOf<P[Name]> } & {
  readonly [Name in OptionalName<P>]?: TypeOf<P[Name]>;
};

/** The value, when it fits the shape. */
export const fitting = <Type>(shape: Shape<Type>, value: unknown): Type | undefined =>
  shape(value).length === 0 ? (value as Type) : undefined;

const rule =
  <Type>(what: string, fits: (value: unknown) => boolean): Shape<Type> =>
  (value, path = 'value') =>
    fits(value) ? [] : [`${path}: is not ${what}`];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = rule<string>('text', (value) => typeof value === 'string');
export const filledText = rule<string>(
  'a text with something in it',
  (value) => typeof value === 'string' && value !== '',
);
export const flag = rule<boolean>('true or false', (value) => typeof value === 'boolean');
export const finite = rule<number>('a number', (value) => Number.isFinite(value));
export const notNegative = rule<number>('a number from 0', (value) => Number.isFinite(value) && Number(value) >= 0);

export const matching = (pattern: RegExp): Shape<string> =>
  rule(`like ${pattern}`, (value) => typeof value === 'string' && pattern.test(value));

export const oneOf = <const Values extends readonly unknown[]>(...values: Values): Shape<Values[number]> =>
  rule(`one of ${values.join(', ')}`, (value) => values.includes(value));

export const optional =
  <Type>(shape: Shape<Type>): Shape<Type | undefined> =>
  (value, path) =>
    value === undefined ? [] : shape(value, path);

/** A value that fits one of the shapes. */
export const either = <Shapes extends Shape[]>(...shapes: Shapes): Shape<TypeOf<Shapes[number]>> =>
  rule('one of several shapes', (value) => shapes.some((shape) => shape(value).length === 0));

export const listOf =
  <Type>(item: Shape<Type>): Shape<Type[]> =>
  (value, path = 'value') =>
    Array.isArray(value) ? value.flatMap((one, index) => item(one, `${path}.${index}`)) : [`${path}: is not a list`];

/** An object in which every value has the same shape, whatever its name. */
export const mapOf =
  <Type>(item: Shape<Type>): Shape<Readonly<Record<string, Type>>> =>
  (value, path = 'value') =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, one]) => item(one, `${path}.${name}`))
      : [`${path}: is not an object`];

/** An object with these properties. It may have others. */
export const object =
  <P extends Properties>(properties: P): Shape<ObjectOf<P>> =>
  (value, path = 'value') =>
    isObject(value)
      ? Object.entries<Shape>(properties).flatMap(([name, shape]) => shape(value[name], `${path}.${name}`))
      : [`${path}: is not an object`];
