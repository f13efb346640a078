import { ownEntry } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { componentMessages } from '../messages/index.ts';
import { type DocumentPath, type Report, reportBelow } from '../problem/index.ts';
import type { AnyComponent, AnyDocument } from './document.ts';
import type { ModelRegistry } from './registry.ts';

/** What a trait may look at when it compares two states of its data. */
export interface ChangeContext {
  readonly component: { readonly name: string; readonly type: string };
  /** `templates`: the component's copies have claims of their own, made from templates that cannot change. */
  readonly claims: 'templates' | 'none';
  /** Adds a problem; its path starts at the trait's data in the new document. */
  readonly report: Report;
}

/** Reports what of the new document cannot be reached from the old one, because Kubernetes would refuse the change. */
export function checkChanges(
  previous: AnyDocument,
  next: AnyDocument,
  { registry, report }: { readonly registry: ModelRegistry; readonly report: Report },
): void {
  if (previous.namespace !== next.namespace) {
    report({
      path: ['namespace'],
      code: 'IMMUTABLE_CHANGE',
      message: componentMessages.namespaceFixed({ from: previous.namespace, to: next.namespace }),
      fix: componentMessages.createNewApplication,
    });
  }
  if (previous.cluster !== next.cluster) {
    report({
      path: ['cluster'],
      code: 'IMMUTABLE_CHANGE',
      message: componentMessages.clusterFixed({
        from: describeCluster(previous.cluster),
        to: describeCluster(next.cluster),
      }),
      fix: componentMessages.createNewApplication,
    });
  }
  const before = new Map(previous.component.map((component) => [component.name, component]));
  for (const [index, component] of next.component.entries()) {
    const old = before.get(component.name);
    if (old !== undefined) checkComponentChange(old, component, { registry, report, path: ['component', index] });
  }
}

function describeCluster(cluster: string | undefined): Message {
  return cluster === undefined ? componentMessages.defaultCluster : componentMessages.namedCluster({ cluster });
}

interface Place {
  readonly registry: ModelRegistry;
  readonly report: Report;
  readonly path: DocumentPath;
}

function checkComponentChange(old: AnyComponent, component: AnyComponent, { registry, report, path }: Place): void {
  const { name, type } = component;
  if (old.type !== type) {
    report({
      path: [...path, 'type'],
      code: 'IMMUTABLE_CHANGE',
      message: componentMessages.typeFixed({ name, from: old.type, to: type }),
      fix: componentMessages.typeFixedFix,
    });
    return;
  }
  const [dataBefore, dataNow] = [new Map(Object.entries(old.traits)), new Map(Object.entries(component.traits))];
  for (const [traitName, trait] of Object.entries(registry.traits)) {
    trait.checkChange?.(dataBefore.get(traitName), dataNow.get(traitName), {
      component: { name, type },
      claims: ownEntry(registry.componentTypes, type)?.claims ?? 'none',
      report: reportBelow(report, dataNow.has(traitName) ? [...path, 'traits', traitName] : [...path, 'traits']),
    });
  }
}
