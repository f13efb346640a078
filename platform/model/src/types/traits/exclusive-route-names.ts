import { networkMessages } from '../../messages/index.ts';
import type { ExclusiveName } from '../exclusive-name.ts';

/** An ingress, or a gateway, as far as its name goes. */
interface NamedRoute {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/** Names given to ingresses and gateways. Both may become Ingresses, so they share their names. */
export function exclusiveRouteNames(entries: readonly NamedRoute[]): readonly ExclusiveName[] {
  return entries.flatMap(({ name, namespace }, index) => {
    const where = namespace === undefined ? undefined : networkMessages.inNamespace({ namespace });
    return name === undefined ? [] : [{ object: networkMessages.entry({ name, where }), path: [index, 'name'] }];
  });
}
