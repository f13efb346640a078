/** The first function of the chain: its result is the input of the next one. */
export function run({ x, y }) {
  if (typeof x !== 'number' || typeof y !== 'number') throw new TypeError('x and y must be numbers');
  return { z: x + y };
}
