/** Randomness, handed in like the clock. */
export interface Random {
  /** A number in [0, 1). For jitter; not for secrets. */
  next(): number;
  /** `count` bytes fit for secrets and ids. */
  bytes(count: number): Uint8Array;
  uuid(): string;
}

/** Asking the system costs far more than the bytes: many small requests share one. */
const POOL_BYTES = 4096;

/** Randomness from Web Crypto, which Node and browsers share. */
function webRandom(): Random {
  let pool = new Uint8Array(0);
  return {
    next: () => Math.random(),
    bytes: (count) => {
      if (count > POOL_BYTES) return crypto.getRandomValues(new Uint8Array(count));
      if (count > pool.length) pool = crypto.getRandomValues(new Uint8Array(POOL_BYTES));
      const taken = pool.slice(0, count);
      // What was handed out must not be found again in the pool.
      pool.fill(0, 0, count);
      pool = pool.subarray(count);
      return taken;
    },
    uuid: () => crypto.randomUUID(),
  };
}

/** The platform's own randomness. */
export const systemRandom: Random = webRandom();
