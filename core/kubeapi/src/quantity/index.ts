/**
 * Amounts of resources as Kubernetes writes them (`1500m`, `7Gi`), exact to a billionth. Arithmetic keeps the format of the first
 * operand; texts are parsed with decimal and binary suffixes and exponents, and formatted in canonical form.
 */
export { Quantity, type QuantityFormat } from './quantity.ts';
export { canonicalQuantity, formatQuantity, parseQuantity, QuantityError } from './quantity-text.ts';
