import type { AnyDocument } from '@kubemin/model';

/** The document with other numbers of copies for some components. */
export function withReplicas(document: AnyDocument, replicas: Readonly<Record<string, number>>): AnyDocument {
  const wanted = new Map(Object.entries(replicas));
  const component = document.component.map((each) => ({ ...each, replicas: wanted.get(each.name) ?? each.replicas }));
  return { ...document, component };
}
