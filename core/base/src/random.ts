/** Randomness, handed in like the clock. */
export interface Random {
  /** A number in [0, 1). For jitter; not for secrets. */
  next(): number;
  /** `count` bytes fit for secrets and ids. */
  bytes(count: number): Uint8Array;
  uuid(): string;
}

/** The platform's own randomness: Web Crypto, which Node and browsers share. */
export const systemRandom: Random = {
  next: () => Math.random(),
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  uuid: () => crypto.randomUUID(),
};
