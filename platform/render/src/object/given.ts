/** The fields of an object that have a value. */
export type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out fields without a value, which must not appear in applied objects at all. */
export function given<T extends object>(fields: T): Given<T>;
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
