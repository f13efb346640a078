import fc from 'fast-check';

type Json = Readonly<Record<string, unknown>>;

/** Texts that have broken programs before. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202Etxt.exe',
  '\uFEFF',
  '\uD800',
  '💥👩‍👩‍👧',
  'ﷺ'.repeat(50),
  "'; drop table applications; --",
  '../../etc/passwd',
  '%00',
  '$(id) `id`',
  '{{7*7}}',
  'null',
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  '9'.repeat(40),
  'x'.repeat(3000),
];

const oddText = fc.constantFrom(...ODD_TEXTS);
// Made once: each takes milliseconds, and descriptions have thousands of strings.
const nameText = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}[a-z0-9]$/);
const anyCharacter = fc.string({ minLength: 1, maxLength: 1, unit: 'binary' });

/** Any JSON value, with texts that break things. */
export const anyJson: fc.Arbitrary<unknown> = fc
  .jsonValue({ maxDepth: 3 })
  .chain((value) => fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: oddText }));

/** Makes values from the schemas of an API description: mostly what they allow, and now and then anything at all. */
export class SchemaArbitrary {
  readonly #definitions: Json;

  constructor(definitions: Json) {
    this.#definitions = definitions;
  }

  /** Values for a schema; what is nested deeper than `levels` is left empty where it may be. */
  of(schema: unknown, levels = 6): fc.Arbitrary<unknown> {
    const fitting = this.#fitting(isObject(schema) ? schema : {}, levels);
    return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: anyJson });
  }

  #fitting(schema: Json, levels: number): fc.Arbitrary<unknown> {
    if (typeof schema.$ref === 'string') return this.#fitting(this.#resolve(schema.$ref), levels);
    if ('const' in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
    const alternatives = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list));
    if (levels <= 0) return fc.constant(EMPTY[String(schema.type)] ?? null);
    if (Array.isArray(alternatives)) return fc.oneof(...alternatives.map((each) => this.of(each, levels - 1)));
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    return fc.oneof(...types.map((type) => (BY_TYPE[String(type)] ?? (() => anyJson))(schema, this, levels - 1)));
  }

  #resolve(reference: string): Json {
    const target = this.#definitions[reference.replace('#/components/schemas/', '')];
    return isObject(target) ? target : {};
  }
}

type Maker = (schema: Json, all: SchemaArbitrary, levels: number) => fc.Arbitrary<unknown>;

const EMPTY: Readonly<Record<string, unknown>> = { object: {}, array: [], string: 'x', integer: 1, boolean: true };

const BY_TYPE: Readonly<Record<string, Maker>> = {
  string: ({ minLength, maxLength }) => {
    const least = numberOr(minLength, 0);
    const length = { minLength: least, maxLength: Math.max(least, Math.min(numberOr(maxLength, 40), 40)) };
    return fc.oneof(
      { weight: 4, arbitrary: nameText },
      { weight: 2, arbitrary: fc.string({ ...length, unit: anyCharacter }) },
      { weight: 1, arbitrary: oddText },
    );
  },
  integer: ({ minimum, maximum }) => {
    const least = numberOr(minimum, -1000);
    return fc.integer({ min: least, max: Math.max(least, numberOr(maximum, 100_000)) });
  },
  number: () => fc.double({ noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items }, all, levels) => fc.array(all.of(items, levels), { maxLength: 3 }),
  object: ({ properties, required, additionalProperties }, all, levels) => {
    const names = Object.keys(isObject(properties) ? properties : {});
    const must = new Set(Array.isArray(required) ? required : []);
    const fields = names.map((name) => [name, all.of(isObject(properties) ? properties[name] : {}, levels)] as const);
    const own = fc.record(Object.fromEntries(fields), {
      requiredKeys: names.filter((name) => must.has(name)),
      noNullPrototype: true,
    });
    if (!isObject(additionalProperties)) return own;
    const more = fc.dictionary(fc.string({ maxLength: 12 }), all.of(additionalProperties, levels), { maxKeys: 3 });
    return fc.tuple(own, more).map(([one, other]) => ({ ...other, ...one }));
  },
};

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
