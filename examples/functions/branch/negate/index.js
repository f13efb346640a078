/** Where the chain goes with any other z. */
export function run({ z }) {
  return { branch: 'negate', result: -z };
}
