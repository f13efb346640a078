import type { ValueSchema } from '@kubemin/kubeapi/schema';

const SCALARS: Readonly<Record<Exclude<ValueSchema['kind'], 'object' | 'list' | 'map'>, string>> = {
  string: 'string',
  bytes: '[]uint8',
  int32: 'int32',
  int64: 'int64',
  double: 'float64',
  bool: 'bool',
  quantity: 'resource.Quantity',
  intOrString: 'intstr.IntOrString',
  time: 'v1.Time',
  microTime: 'v1.MicroTime',
  any: 'json.RawMessage',
};

/** The name of a type in Kubernetes' own decode errors, which clients know. */
export function goType(schema: ValueSchema): string {
  switch (schema.kind) {
    case 'object':
      return schema.name.split('.').slice(-2).join('.');
    case 'list':
      return `[]${goType(schema.items)}`;
    case 'map':
      return `map[string]${goType(schema.values)}`;
    default:
      return SCALARS[schema.kind];
  }
}

/** What a decode error calls a value that does not fit. */
export function goValue(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
