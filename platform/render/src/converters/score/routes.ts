import { filled } from '../filled.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';
import type { Placeholders } from './placeholders.ts';

interface RouteContext {
  readonly component: string;
  readonly placeholders: Placeholders;
}

/** Resources of type `route` lead from outside to the workload; those of type `dns` only provide names for them. */
export function readRoutes(
  resources: Part,
  { component, placeholders }: RouteContext,
): readonly TraitEntry<'ingress'>[] {
  const routes = resources.entries.filter(([, part]) => part.at('type').peek() === 'route');
  return routes.map(([, part]) => {
    part.at('type').accept();
    const params = part.at('params');
    const host = params.at('host').present ? placeholders.text(params.at('host')) : undefined;
    const isName = host !== undefined && /^[a-z0-9*]([a-z0-9.-]*[a-z0-9])?$/.test(host);
    if (host !== undefined && !isName) {
      params.at('host').note(`the host ${host}`, 'It has no name here, so the route counts for every host.');
    }
    const path = params.at('path').present ? placeholders.text(params.at('path')) : '/';
    const backend = { serviceName: component, ...filled({ servicePort: params.at('port').number() }) };
    return { ...filled({ hosts: isName ? [host] : [] }), routes: [{ path, backend }] };
  });
}
