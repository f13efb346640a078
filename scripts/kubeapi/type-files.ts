import {
  byKey,
  type FieldFacts,
  HEADER,
  type KubernetesFacts,
  shortType,
  type TypeFacts,
  type ValueFacts,
} from './facts.ts';

/** Types that are not objects in JSON, or of any shape. */
const INLINE: ReadonlyMap<string, string> = new Map([
  ['resource.Quantity', 'string'],
  ['intstr.IntOrString', 'number | string'],
  ['runtime.RawExtension', 'unknown'],
  ['meta.v1.Time', 'string'],
  ['meta.v1.MicroTime', 'string'],
  ['meta.v1.FieldsV1', 'unknown'],
  ['meta.v1.Patch', 'unknown'],
  ['apiextensions.v1.JSON', 'unknown'],
  ['apiextensions.v1.JSONSchemaPropsOrArray', 'JSONSchemaProps | readonly JSONSchemaProps[]'],
  ['apiextensions.v1.JSONSchemaPropsOrBool', 'JSONSchemaProps | boolean'],
  ['apiextensions.v1.JSONSchemaPropsOrStringArray', 'JSONSchemaProps | readonly string[]'],
  ['apiextensions.v1.CustomResourceSubresourceStatus', 'Readonly<Record<string, unknown>>'],
]);

/** Types the package writes by hand, because every kind shares them. */
const HAND_WRITTEN: ReadonlySet<string> = new Set(['meta.v1.ObjectMeta', 'meta.v1.OwnerReference']);

const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);

/** One file of interfaces per API package, by file name. */
export function typeFiles(facts: KubernetesFacts): ReadonlyMap<string, string> {
  const packages = new Map<string, (readonly [string, TypeFacts])[]>();
  for (const [fullName, type] of byKey(Object.entries(facts.types))) {
    const short = shortType(fullName);
    if (INLINE.has(`${short.package}.${short.name}`)) continue;
    const members = packages.get(short.package) ?? [];
    members.push([short.name, type]);
    packages.set(short.package, members);
  }
  return new Map([...packages].map(([name, types]) => [`types/${name}.gen.ts`, typeFile(name, types)]));
}

function typeFile(packageName: string, types: readonly (readonly [string, TypeFacts])[]): string {
  const imports = new Map<string, Set<string>>();
  const own = types.filter(([name]) => !HAND_WRITTEN.has(`${packageName}.${name}`));
  const bodies = own.map(([name, type]) => formatInterface(name, type, reference));
  const lines = byKey(imports).map(
    ([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';\n`,
  );
  const shared = types.filter((entry) => !own.includes(entry)).map(([name]) => name);
  if (shared.length > 0) lines.push(`export type { ${shared.join(', ')} } from '../../object/index.ts';\n`);
  return `${HEADER}${lines.join('')}\n${bodies.join('\n')}`;

  function reference(fullName: string): string {
    const short = shortType(fullName);
    const key = `${short.package}.${short.name}`;
    const inline = INLINE.get(key);
    if (inline !== undefined) return inline;
    const shared = HAND_WRITTEN.has(key);
    if (shared || short.package !== packageName) {
      const from = shared ? '../../object/index.ts' : `./${short.package}.gen.ts`;
      imports.set(from, (imports.get(from) ?? new Set()).add(short.name));
    }
    return short.name;
  }
}

type Reference = (fullName: string) => string;

function formatInterface(name: string, type: TypeFacts, reference: Reference): string {
  const fields = Object.entries(type.fields ?? {});
  const [gvk, ...moreKinds] = type.gvk ?? [];
  const literal = gvk !== undefined && moreKinds.length === 0 ? kindFields(gvk) : new Map<string, string>();
  const lines = fields.map(([field, facts]) => {
    const required = facts.required === true || literal.has(field) || (literal.size > 0 && field === 'metadata');
    return `  readonly ${propertyName(field)}${required ? '' : '?'}: ${literal.get(field) ?? typeText(facts, reference)};\n`;
  });
  return `export interface ${name} {\n${lines.join('')}}\n`;
}

/** A type of exactly one kind has literal `apiVersion` and `kind`; one that appears in many groups (DeleteOptions) cannot. */
function kindFields(gvk: string): ReadonlyMap<string, string> {
  const [group = '', version = '', kind = ''] = gvk.split('/');
  return new Map([
    ['apiVersion', `'${group === '' ? version : `${group}/${version}`}'`],
    ['kind', `'${kind}'`],
  ]);
}

function typeText(value: FieldFacts | ValueFacts, reference: Reference): string {
  if (value.ref !== undefined) return reference(value.ref);
  if (value.list !== undefined) {
    const item = typeText(value.list, reference);
    return item.includes('|') ? `readonly (${item})[]` : `readonly ${item}[]`;
  }
  if (value.map !== undefined) return `Readonly<Record<string, ${typeText(value.map, reference)}>>`;
  const primitive = PRIMITIVES.get(value.type ?? '');
  if (primitive === undefined) throw new Error(`a field has no type that is known: ${JSON.stringify(value)}`);
  return primitive;
}

function propertyName(field: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(field) ? field : `'${field}'`;
}
