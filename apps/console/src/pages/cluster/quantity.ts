const SUFFIXES: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** The number of a quantity of Kubernetes, near enough for bars: `1500m` is 1.5. Anything else is 0. */
export function quantityNumber(text: string): number {
  const { number = '', suffix = '' } =
    /^(?<number>[+-]?[\d.]+(e[+-]?\d+)?)(?<suffix>[a-zA-Z]*)$/.exec(text)?.groups ?? {};
  const factor = SUFFIXES[suffix];
  const value = Number(number);
  return number === '' || factor === undefined || Number.isNaN(value) ? 0 : value * factor;
}
