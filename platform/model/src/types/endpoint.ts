import { ownEntry } from '@kubemin/base';
import type { ModelRegistry } from './registry.ts';

/** How others reach a component. */
export interface Endpoint {
  readonly component: string;
  /** The name of its own the component is reached by inside the namespace. */
  readonly alias: string;
  /** The ports of its Service; none when it has no Service, absent when its properties are at fault. */
  readonly ports?: readonly number[];
}

/** What a trait changes about how others reach its component. */
export type EndpointChanges = Partial<Pick<Endpoint, 'alias' | 'ports'>>;

/** A component as far as its endpoint depends on it. */
export interface Reachable {
  readonly name: string;
  readonly type: string;
  readonly properties?: object | undefined;
  readonly traits: object;
}

/** Works out how others reach a component, from what its type and its traits declare. */
export function componentEndpoint(registry: ModelRegistry, component: Reachable): Endpoint {
  const { name, type, properties, traits } = component;
  const offer = ownEntry(registry.componentTypes, type)?.serves;
  if (offer === undefined) return { component: name, alias: name, ports: [] };
  let { alias, ports }: EndpointChanges = { alias: name, ...(properties && { ports: offer({ ...properties }) }) };
  for (const [trait, data] of Object.entries(traits)) {
    ({ alias = alias, ports = ports } = ownEntry(registry.traits, trait)?.serves?.(data) ?? {});
  }
  return { component: name, alias, ...(ports && { ports }) };
}
