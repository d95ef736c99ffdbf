/**
 * Checks the shape of values from outside the page: what the browser kept, and what the server wrote into the page. For pages whose
 * size budget has no room for a schema library (docs/decisions/0034).
 */

/** Whether a value has a shape. */
export type Shape<Type = unknown> = (value: unknown) => value is Type;

/** The type of the values that fit a shape. */
export type TypeOf<S> = S extends Shape<infer Type> ? Type : never;

type Properties = Readonly<Record<string, Shape>>;
type OptionalName<P> = { [Name in keyof P]: undefined extends TypeOf<P[Name]> ? Name : never }[keyof P];
type ObjectOf<P> = { readonly [Name in Exclude<keyof P, OptionalName<P>>]: TypeOf<P[Name]> } & {
  readonly [Name in OptionalName<P>]?: TypeOf<P[Name]>;
};

/** The value when it fits the shape, otherwise undefined. */
export const fitting = <Type>(shape: Shape<Type>, value: unknown): Type | undefined =>
  shape(value) ? value : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = (value: unknown): value is string => typeof value === 'string';
export const filledText = (value: unknown): value is string => text(value) && value !== '';
export const flag = (value: unknown): value is boolean => typeof value === 'boolean';
export const finite = (value: unknown): value is number => Number.isFinite(value);
export const notNegative = (value: unknown): value is number => finite(value) && value >= 0;

export const matching =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    text(value) && pattern.test(value);

export const oneOf =
  <const Values extends readonly unknown[]>(...values: Values) =>
  (value: unknown): value is Values[number] =>
    values.includes(value);

export const optional =
  <Type>(shape: Shape<Type>) =>
  (value: unknown): value is Type | undefined =>
    value === undefined || shape(value);

/** A value that fits one of the shapes. */
export const either =
  <Shapes extends Shape[]>(...shapes: Shapes) =>
  (value: unknown): value is TypeOf<Shapes[number]> =>
    shapes.some((shape) => shape(value));

export const listOf =
  <Type>(item: Shape<Type>) =>
  (value: unknown): value is Type[] =>
    Array.isArray(value) && value.every(item);

/** An object in which every value has the same shape, whatever its name. */
export const mapOf =
  <Type>(item: Shape<Type>) =>
  (value: unknown): value is Readonly<Record<string, Type>> =>
    isObject(value) && Object.values(value).every(item);

/** An object with these properties. It may have others. */
export const object =
  <P extends Properties>(properties: P) =>
  (value: unknown): value is ObjectOf<P> =>
    isObject(value) && Object.entries(properties).every(([name, shape]) => shape(value[name]));
