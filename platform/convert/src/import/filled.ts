/** The fields that have a value: undefined, empty lists and empty maps are left out. */
export function filled<T extends object>(fields: T): Filled<T>;
export function filled(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

type Filled<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function isEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
