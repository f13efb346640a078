const QUANTITY = /^(\d+(?:\.\d+)?|\.\d+)(m|k|Ki|M|Mi|G|Gi|T|Ti|P|Pi|E|Ei|[eE][+-]?\d{1,3})?$/;

/** Reads the capital `K` people write as the `k` Kubernetes knows; leaves everything else as it is. */
export function normaliseQuantity(text: string): string {
  return text.trim().replace(/^([\d.]+)K$/, '$1k');
}

/** As `normaliseQuantity`, and a bare whole number counts gibibytes, as the examples of the model write sizes. */
export function normaliseSize(text: string): string {
  const quantity = normaliseQuantity(text);
  return /^\d+$/.test(quantity) ? `${quantity}Gi` : quantity;
}

/** True for what Kubernetes accepts as a quantity that is not negative. */
export function isQuantity(text: string): boolean {
  return QUANTITY.test(text);
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
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

/** What a quantity amounts to, for comparing two of them; NaN for what is none. */
export function quantityValue(text: string): number {
  const [, digits, unit = ''] = QUANTITY.exec(text) ?? [];
  if (digits === undefined) return Number.NaN;
  return /^[eE][+-]?\d/.test(unit) ? Number(digits + unit) : Number(digits) * (UNITS[unit] ?? Number.NaN);
}

/** True for a quantity of more than nothing. */
export function isPositiveQuantity(text: string): boolean {
  return isQuantity(text) && Number.parseFloat(text) > 0;
}
