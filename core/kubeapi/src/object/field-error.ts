/** One broken rule at one place in an object, worded as Kubernetes words it. */
export interface FieldError {
  /** Path in the object: `spec.ports[0].port`. */
  readonly field: string;
  readonly reason: string;
  /** Without the path: `Required value: must be set`. */
  readonly message: string;
}

/** The ways in which a field can be wrong. */
export const fieldError = {
  required: (field: string, detail = ''): FieldError => build(field, 'FieldValueRequired', 'Required value', detail),
  forbidden: (field: string, detail: string): FieldError => build(field, 'FieldValueForbidden', 'Forbidden', detail),
  invalid: (field: string, value: unknown, detail: string): FieldError =>
    build(field, 'FieldValueInvalid', `Invalid value: ${show(value)}`, detail),
  typeInvalid: (field: string, value: unknown, detail: string): FieldError =>
    build(field, 'FieldValueTypeInvalid', `Invalid value: ${show(value)}`, detail),
  notSupported: (field: string, value: unknown, supported: readonly string[]): FieldError =>
    build(field, 'FieldValueNotSupported', `Unsupported value: ${show(value)}`, supportedValues(supported)),
  duplicate: (field: string, value: unknown): FieldError =>
    build(field, 'FieldValueDuplicate', `Duplicate value: ${show(value)}`),
  notFound: (field: string, value: unknown): FieldError =>
    build(field, 'FieldValueNotFound', `Not found: ${show(value)}`),
  tooLong: (field: string, maxBytes: number): FieldError =>
    build(field, 'FieldValueTooLong', 'Too long', `may not be more than ${maxBytes} bytes`),
  tooMany: (field: string, count: number, max: number): FieldError =>
    build(field, 'FieldValueTooMany', `Too many: ${count}`, `must have at most ${max} items`),
} as const;

function build(field: string, reason: string, what: string, detail = ''): FieldError {
  return { field, reason, message: detail === '' ? what : `${what}: ${detail}` };
}

function supportedValues(values: readonly string[]): string {
  return values.length === 0 ? '' : `supported values: ${values.map((value) => JSON.stringify(value)).join(', ')}`;
}

/** Null is shown in quotes, as Kubernetes does; everything else is its JSON. */
function show(value: unknown): string {
  return value === null || value === undefined ? '"null"' : JSON.stringify(value);
}
