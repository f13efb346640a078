import { KubeminError } from '@kubemin/base';
import { jsonReply, ProblemError, type RoutedRequest, type Routes, textReply } from '../http/index.ts';
import type { PhasedObject } from '../phase/index.ts';
import type { PhaseViews } from './phase-views.ts';
import { getPhasedObject, requirePhased } from './phased-place.ts';
import type { ResourceRouteOptions } from './resource-routes.ts';
import { resourceClient } from './served-resource.ts';

/** Adds the views of the progress of an object: a summary of all phases, one phase in detail, the transitions as a diagram. */
export function addPhaseRoutes(routes: Routes, { address, clients }: ResourceRouteOptions): void {
  const OBJECT = '/:kind/:version/:namespace/:name';
  const loadPhased = async (request: RoutedRequest): Promise<{ machine: PhaseViews; object: PhasedObject }> => {
    const { place, machine } = requirePhased(address.object(request));
    const client = resourceClient(await clients.for(request), place);
    return { machine, object: await getPhasedObject(client, place.name, request.signal) };
  };
  routes
    .add('GET', `${OBJECT}/phases`, async (request) => {
      const { machine, object } = await loadPhased(request);
      return jsonReply(200, { phase: object.status?.phase, items: machine.summary(object) });
    })
    .add('GET', `${OBJECT}/phases.mmd`, async (request) => {
      const { machine } = await loadPhased(request);
      return textReply(200, machine.toMermaid(), 'text/vnd.mermaid; charset=utf-8');
    })
    .add('GET', `${OBJECT}/phases/:phase`, async (request) => {
      const { machine, object } = await loadPhased(request);
      return jsonReply(200, phaseDetail(machine, object, request.param('phase')));
    });
}

function phaseDetail(machine: PhaseViews, object: PhasedObject, phase: string): unknown {
  try {
    return machine.detail(object, phase);
  } catch (error) {
    if (!(error instanceof KubeminError)) throw error;
    throw new ProblemError(error.text ?? error.message, { status: 404, code: error.code, cause: error });
  }
}
