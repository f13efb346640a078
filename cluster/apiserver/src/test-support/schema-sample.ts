import type { JsonValue } from '@kubemin/kubeapi';
import type { ValueSchema } from '@kubemin/kubeapi/schema';

// Objects that have every field of their type, and what is left of them without one: for tests of missing parts.

/** Deep enough for a probe of a container of a template of a CronJob. */
const MAX_DEPTH = 12;

/** Values that most fields of that name accept. */
const BY_NAME: Readonly<Record<string, JsonValue>> = {
  image: 'app:1',
  mountPath: '/data',
  schedule: '* * * * *',
  operator: 'In',
  storage: '1Gi',
  protocol: 'TCP',
  pathType: 'Prefix',
  path: '/a',
};

const SCALARS: Readonly<Record<string, JsonValue>> = {
  string: 'a',
  bytes: 'YQ==',
  int32: 1,
  int64: 1,
  double: 1,
  bool: false,
  quantity: '1',
  intOrString: 1,
  time: '2026-01-01T00:00:00Z',
  microTime: '2026-01-01T00:00:00.000000Z',
  any: {},
};

/** A value with all parts its type can have. */
export function schemaSample(schema: ValueSchema, name = '', within: readonly string[] = []): JsonValue {
  switch (schema.kind) {
    case 'list':
      return [schemaSample(schema.items, name, within)];
    case 'map':
      return { a: schemaSample(schema.values, 'a', within) };
    case 'object': {
      // Types that hold themselves end here.
      if (within.includes(schema.name) || within.length > MAX_DEPTH) return {};
      const inside = [...within, schema.name];
      return Object.fromEntries(
        [...schema.fields].map(([field, { value }]) => [field, schemaSample(value, field, inside)]),
      );
    }
    default:
      return schema.kind === 'string' ? (BY_NAME[name] ?? 'a') : (SCALARS[schema.kind] ?? 'a');
  }
}

/** A way into a value. */
export type SamplePath = readonly (string | number)[];

/** Every place in a value, the outer ones first. */
export function* placesIn(value: JsonValue, at: SamplePath = []): Generator<SamplePath> {
  if (typeof value !== 'object' || value === null) return;
  const parts: readonly (readonly [string | number, JsonValue | undefined])[] = Array.isArray(value)
    ? value.map((item: JsonValue, index) => [index, item] as const)
    : Object.entries(value);
  for (const [key, part] of parts) {
    yield [...at, key];
    if (part !== undefined) yield* placesIn(part, [...at, key]);
  }
}

/** What takes the place of a part: nothing at all, null, or an empty one. */
export type Replacement = 'removed' | 'null' | 'empty';

/** The value with another part at that place. */
export function replacedAt(value: JsonValue, [key, ...rest]: SamplePath, by: Replacement): JsonValue {
  if (key === undefined) return by === 'empty' ? (Array.isArray(value) ? [{}] : {}) : null;
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) => {
      if (index !== key) return [item];
      return rest.length === 0 && by === 'removed' ? [] : [replacedAt(item, rest, by)];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, part]) => {
      if (field !== key || part === undefined) return [[field, part]];
      return rest.length === 0 && by === 'removed' ? [] : [[field, replacedAt(part, rest, by)]];
    }),
  );
}
