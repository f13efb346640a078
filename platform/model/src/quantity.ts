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

/** True for a quantity of more than nothing. */
export function isPositiveQuantity(text: string): boolean {
  return isQuantity(text) && Number.parseFloat(text) > 0;
}
