import { kubeYaml } from '../kube-yaml.ts';
import type { ValuePath } from './chart-values.ts';

/** How a value is written into a template. */
export type ValueForm = 'text' | 'whole number' | 'structure';

/** Stands in an object where its template takes a value. */
export class ValueReference {
  readonly path: ValuePath;
  readonly form: ValueForm;

  constructor(path: ValuePath, form: ValueForm) {
    this.path = path;
    this.form = form;
  }
}

const PIPES: Readonly<Record<ValueForm, string>> = {
  text: ' | quote',
  'whole number': ' | int',
  structure: ' | toJson',
};

/** An object with references as the text of a Helm template. Braces of the object itself stay what they are. */
export function templateText(object: unknown): string {
  const references: ValueReference[] = [];
  const mark = freeMark(JSON.stringify(object));
  const marked = mapReferences(object, (reference) => `${mark}${references.push(reference) - 1}X`);
  const text = kubeYaml(marked).replaceAll('{{', '{{ "{{" }}');
  return text.replaceAll(new RegExp(`${mark}(\\d+)X`, 'g'), (whole, index: string) => {
    const reference = references[Number(index)];
    return reference === undefined ? whole : expression(reference);
  });
}

/** `index` reads names with dashes too, which a plain path of a template cannot. */
function expression({ path, form }: ValueReference): string {
  const steps = path.map((step) => (typeof step === 'number' ? step : JSON.stringify(step))).join(' ');
  return `{{ index .Values ${steps}${PIPES[form]} }}`;
}

function freeMark(text: string): string {
  for (let mark = 'HelmValue'; ; mark += 'Q') if (!text.includes(mark)) return mark;
}

function mapReferences(value: unknown, mark: (reference: ValueReference) => string): unknown {
  if (value instanceof ValueReference) return mark(value);
  if (Array.isArray(value)) return value.map((item) => mapReferences(item, mark));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapReferences(child, mark)]));
}
