import type { TemplateParameterView } from '@kubemin/client';
import { templateEntries } from '../../draft/index.ts';

/** What was typed or chosen for parameters, by name; empty texts are not given. */
export type ParameterTexts = Readonly<Record<string, string>>;

type ParameterValue = string | number | boolean;

interface UsedTemplate {
  readonly name: string;
  readonly project: string;
  readonly namespace: string;
  readonly templateId: string;
  /** Components of the template, in their order. */
  readonly components: readonly string[];
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

/** A document whose components come from a template. */
export function templateDocument({ name, project, namespace, templateId, components, parameters }: UsedTemplate) {
  return {
    name,
    ...(project !== '' && { project }),
    ...(namespace !== '' && { namespace }),
    component: templateEntries({ app: name, templateId, components, parameters }),
  };
}

/** Values with the types of their parameters. The server checks their rules. */
export function parameterValues(
  declared: readonly TemplateParameterView[],
  texts: ParameterTexts,
): Readonly<Record<string, ParameterValue>> {
  return Object.fromEntries(
    declared.flatMap((parameter): [string, ParameterValue][] => {
      const text = texts[parameter.name] ?? '';
      return text === '' ? [] : [[parameter.name, parameterValue(parameter, text)]];
    }),
  );
}

function parameterValue({ type, values }: TemplateParameterView, text: string): ParameterValue {
  switch (type) {
    case 'integer':
    case 'number':
      return Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean':
      return text === 'true';
    case 'enum':
      return values?.find((value) => String(value) === text) ?? text;
    default:
      return text;
  }
}

const LONGEST_NAME = 50;

/** A name that no application has yet: the template's own, without what marks it as one, and a number where needed. */
export function freeName(template: string, taken: readonly string[]): string {
  const base = template.replace(/-?template-?/, '').slice(0, LONGEST_NAME) || 'app';
  const names = new Set(taken);
  if (!names.has(base)) return base;
  let number = 2;
  while (names.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
