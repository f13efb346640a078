import { type ComponentParserOptions, type ParsedComponent, parseComponent } from './component-parser.ts';
import type { Named } from './component-rules.ts';
import { isTemplateEntry, type TemplateEntry } from './template-entry.ts';
import { parseTemplateEntry } from './template-entry-parser.ts';

/** What stands under `component`, as far as it could be read. */
export interface ParsedComponentList {
  readonly components: readonly ParsedComponent[];
  readonly templates: readonly TemplateEntry[];
  /** All entries as they are written, one by one. */
  readonly named: readonly Named[];
  /** Whether every entry is a component, so that there will be no others. */
  readonly isResolved: boolean;
}

/** Reads the list of components, which may hold entries that name a template instead. */
export function parseComponentList(inputs: readonly unknown[], options: ComponentParserOptions): ParsedComponentList {
  const components: ParsedComponent[] = [];
  const templates: TemplateEntry[] = [];
  let isResolved = true;
  const named = inputs.map((input, index): Named => {
    if (isTemplateEntry(input)) {
      const parsed = parseTemplateEntry(input, index, options);
      isResolved = false;
      if (parsed.entry !== undefined) templates.push(parsed.entry);
      return parsed;
    }
    const component = parseComponent(input, ['component', index], options);
    components.push(component);
    return component;
  });
  return { components, templates, named, isResolved };
}
