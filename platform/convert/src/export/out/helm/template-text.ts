import { kubeYaml } from '../../../yaml/index.ts';
import type { ValuePath } from './chart-values.ts';

/** How a value is written into a template. */
export type ValueForm = 'text' | 'whole number' | 'structure';

/** Stands in an object where its template has an action; `source` is what goes between the braces. */
export class TemplateAction {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

const PIPES: Readonly<Record<ValueForm, string>> = {
  text: ' | quote',
  'whole number': ' | int',
  structure: ' | toJson',
};

const NAMESPACE = '.Values.namespace | default .Release.Namespace';

/** The namespace of the release, unless the values name another. */
export const namespaceAction = new TemplateAction(`${NAMESPACE} | quote`);
/** The name of the release. */
export const releaseNameAction = new TemplateAction('.Release.Name | quote');

/** A name that two releases of the chart in different namespaces of one cluster do not share. */
export function clusterNameAction(name: string): TemplateAction {
  return new TemplateAction(`printf "%s-%s" ${JSON.stringify(name)} (${NAMESPACE}) | quote`);
}

export function valueAction(path: ValuePath, form: ValueForm): TemplateAction {
  return new TemplateAction(`${lookup(path)}${PIPES[form]}`);
}

/** A value that the chart does not come with: installing without it fails with a message that names it. */
export function requiredValueAction(path: readonly string[], encoding: 'plain' | 'base64'): TemplateAction {
  const message = `${path.join('.')} is required: secret values are not part of the chart`;
  const pipes = encoding === 'base64' ? ' | toString | b64enc | quote' : ' | toString | quote';
  return new TemplateAction(`required ${JSON.stringify(message)} (${lookup(path)})${pipes}`);
}

/** `index` also reads names with dashes, which a plain path of a template cannot. */
function lookup(path: ValuePath): string {
  return `index .Values ${path.map((step) => JSON.stringify(step)).join(' ')}`;
}

/** An object with actions as the text of a Helm template. Braces of the object itself stay what they are. */
export function templateText(object: unknown): string {
  const actions: TemplateAction[] = [];
  const mark = freeMark(JSON.stringify(object));
  const marked = mapActions(object, (action) => `${mark}${actions.push(action) - 1}X`);
  const text = kubeYaml(marked).replaceAll('{{', '{{ "{{" }}');
  return text.replaceAll(new RegExp(`${mark}(\\d+)X`, 'g'), (whole, index: string) => {
    const action = actions[Number(index)];
    return action === undefined ? whole : `{{ ${action.source} }}`;
  });
}

function freeMark(text: string): string {
  for (let mark = 'HelmValue'; ; mark += 'Q') if (!text.includes(mark)) return mark;
}

function mapActions(value: unknown, mark: (action: TemplateAction) => string): unknown {
  if (value instanceof TemplateAction) return mark(value);
  if (Array.isArray(value)) return value.map((item) => mapActions(item, mark));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapActions(child, mark)]));
}
