/** Adds whatever numbers it is given, and returns them too. */
export function run(input) {
  const numbers = Object.values(input).filter((value) => typeof value === 'number');
  return { ...input, sum: numbers.reduce((sum, value) => sum + value, 0) };
}
