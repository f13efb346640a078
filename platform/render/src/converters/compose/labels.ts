import { isLabelValue, isQualifiedName } from '@kubemin/kubeapi';
import type { Part } from '../source/part.ts';

type Labels = Readonly<Record<string, string>>;

/** Labels of a service. Those Kubernetes would not take as labels, such as rules of a proxy, become annotations. */
export function readLabels(part: Part): { readonly labels: Labels; readonly annotations: Labels } {
  const labels: [string, string][] = [];
  const annotations: [string, string][] = [];
  const add = (key: string, value: string, place: Part) => {
    if (!isQualifiedName(key)) place.omit(`"${key}" cannot be the key of a label or annotation.`);
    else (isLabelValue(value) ? labels : annotations).push([key, value]);
  };
  for (const [key, place] of part.entries) add(key, place.text() ?? '', place);
  for (const place of part.items) {
    const [key = '', ...value] = (place.text() ?? '').split('=');
    add(key, value.join('='), place);
  }
  return { labels: Object.fromEntries(labels), annotations: Object.fromEntries(annotations) };
}
