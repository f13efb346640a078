/** Thrown in a transaction that turns out not to be allowed after it has written something: all of it is undone. */
export class Refusal extends Error {
  constructor() {
    super('the change is not allowed');
    this.name = 'Refusal';
  }
}

/** What the transaction answers; undefined when it was refused. */
export async function unlessRefused<T>(transaction: () => Promise<T>): Promise<T | undefined> {
  try {
    return await transaction();
  } catch (thrown) {
    if (thrown instanceof Refusal) return undefined;
    throw thrown;
  }
}
