import { isRecord } from '@kubemin/base';
import type { ComponentParserOptions } from './component-parser.ts';
import { validate } from './issue.ts';
import type { TemplateEntry } from './template-entry.ts';

/** An entry as far as it could be read; `entry` is absent when the schema refused it. */
export interface ParsedTemplateEntry {
  readonly path: readonly ['component', number];
  /** '' where it has none. */
  readonly name: string;
  readonly namespace?: string;
  readonly entry?: TemplateEntry;
}

/** Reads one entry of `component` that names a template. */
export function parseTemplateEntry(
  input: unknown,
  index: number,
  { schemas, canonicaliser, report }: Omit<ComponentParserOptions, 'registry'>,
): ParsedTemplateEntry {
  const path = ['component', index] as const;
  const canonical = canonicaliser.run(schemas.templateEntry, input, path);
  const given = isRecord(canonical) && typeof canonical.name === 'string' ? canonical.name : '';
  const name = given.trim().toLowerCase();
  const read = validate(schemas.templateEntry, canonical, { at: path, report });
  if (read === undefined) return { path, name };
  const { name: _name, namespace, properties = {}, traits = {}, template, ...head } = read;
  const { image: otherImage, ...rest } = properties;
  const image = head.image ?? otherImage;
  const entry = present({
    index,
    ...(name === '' ? {} : { name }),
    ...head,
    ...(image === undefined ? {} : { image }),
    template: present(template),
    properties: present(rest),
    traits: present(traits),
  });
  return { path, name, ...(namespace === undefined ? {} : { namespace }), entry };
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The object without fields that are there and hold nothing. */
function present<T extends object>(value: T): Present<T>;
function present(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}
