import {
  type AnyDocument,
  type DocumentPath,
  fieldText,
  findField,
  type GivenParameters,
  type ParameterValue,
  readParameters,
} from '@kubemin/model';
import { templateMessages } from '../messages/index.ts';
import { type Renames, renameAddresses } from './address.ts';
import type { TemplateFault } from './template-error.ts';
import type { TemplateOverride } from './template-override.ts';

/** The values that all overrides of a template give together. */
export interface MergedParameters {
  readonly values: GivenParameters;
  /** The override that gives a value, by the name of the parameter. */
  readonly sources: ReadonlyMap<string, number>;
  /** Parameters that two overrides give different values. */
  readonly contradictions: readonly TemplateFault[];
}

/** Merges the values of all overrides: one template has one set of parameters, however many entries name it. */
export function givenParameters(overrides: readonly TemplateOverride[]): MergedParameters {
  const values = new Map<string, ParameterValue>();
  const sources = new Map<string, number>();
  const contradictions: TemplateFault[] = [];
  for (const [override, { parameters = {} }] of overrides.entries()) {
    for (const [name, value] of Object.entries(parameters)) {
      if (values.has(name) && values.get(name) !== value) {
        contradictions.push({
          code: 'DUPLICATE_PARAMETER',
          message: templateMessages.parameterTwice({ name }),
          fix: templateMessages.parameterTwiceFix,
          override,
          path: ['template', 'parameters', name],
        });
      }
      values.set(name, value);
      sources.set(name, override);
    }
  }
  return { values: Object.fromEntries(values), sources, contradictions };
}

/** A field of a template's component, and what a parameter puts there. */
export interface FilledField {
  /** The name of the component in the template. */
  readonly component: string;
  /** From the component to the field. */
  readonly path: DocumentPath;
  readonly parameter: string;
  /** The value for a component whose references are renamed. */
  readonly value: (renames: Renames) => ParameterValue;
}

/** The fields that given and default values fill. All others keep what the template has. */
export function filledFields(template: AnyDocument, overrides: readonly TemplateOverride[]): readonly FilledField[] {
  const { values } = readParameters(template, givenParameters(overrides).values);
  return (template.parameters ?? []).flatMap(({ name, fields }) => {
    const value = values.get(name);
    if (value === undefined) return [];
    return fields.flatMap((target): readonly FilledField[] => {
      const found = findField(template.component, target.path);
      const component = 'code' in found ? undefined : template.component[found.component];
      if ('code' in found || component === undefined) return [];
      const { text } = target;
      const key = String(found.path.at(-1));
      return [
        {
          component: component.name,
          path: found.path,
          parameter: name,
          value: (renames) => {
            // The text is the template's and refers to its components; what users give is taken as it is.
            if (text !== undefined) return fieldText(renameAddresses(text, renames, key), values);
            return typeof found.value === 'string' ? String(value) : value;
          },
        },
      ];
    });
  });
}

/** A copy of a value with another one at a path that it has. */
export function withFieldAt(value: unknown, [step, ...rest]: DocumentPath, filled: ParameterValue): unknown {
  if (step === undefined) return filled;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? withFieldAt(item, rest, filled) : item));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === step ? withFieldAt(item, rest, filled) : item]),
  );
}
