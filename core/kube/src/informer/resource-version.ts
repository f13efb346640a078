const NUMBER = /^(?:0|[1-9]\d*)$/;

/**
 * Whether resource version `a` is older than `b`. Versions of one resource are numbers, of any size, that only grow; a
 * server that hands out something else gets the benefit of the doubt: nothing is older than anything.
 */
export function isOlder(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || !NUMBER.test(a) || !NUMBER.test(b)) return false;
  return a.length === b.length ? a < b : a.length < b.length;
}
