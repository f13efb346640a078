/** Where the chain goes when z is 8. */
export function run({ z }) {
  return { branch: 'double', result: z * 2 };
}
