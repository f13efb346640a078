const NUMBER = /^\d+$/;

/**
 * Whether resource version `a` is older than `b`. Versions of one resource are numbers that only grow; a server that
 * hands out something else gets the benefit of the doubt: nothing is older than anything.
 */
export function isOlder(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || !NUMBER.test(a) || !NUMBER.test(b)) return false;
  return BigInt(a) < BigInt(b);
}
