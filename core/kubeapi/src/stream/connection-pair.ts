import { type Duplex, duplexPair } from 'node:stream';

/** The two ends of a connection inside of this process. One that is closed closes the other; half closing is passed on. */
export function connectionPair(): readonly [near: Duplex, far: Duplex] {
  const [near, far] = duplexPair();
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('close', () => other.destroy());
    // To a reader or writer a break is an end like any other; without a listener it would end the process.
    one.on('error', () => one.destroy());
  }
  return [near, far];
}
