import { KubeminError } from '@kubemin/base';
import type { ResourceClient } from '@kubemin/kube';
import { deepEqual, isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { type HttpReply, jsonReply, ProblemError, type RoutedRequest, type Routes, textReply } from '../http/index.ts';
import { apiextMessages } from '../messages/index.ts';
import type { PhasedObject } from '../phase/index.ts';
import { toFlatObject } from './flat-object.ts';
import { isPhased, type PhaseViews } from './phase-views.ts';
import type { ResourceRouteOptions } from './resource-routes.ts';
import { type ObjectPlace, resourceClient } from './served-resource.ts';

type Action = (machine: PhaseViews, object: PhasedObject) => PhasedObject;

/** The actions on an object that a phase machine drives. */
const ACTIONS: Readonly<Record<string, Action>> = {
  reset: (machine, object) => machine.reset(object),
  continue: (machine, object) => machine.resume(object),
  pause: (machine, object) => machine.pause(object),
};

/** The names of the actions, for descriptions. */
export const ACTION_NAMES: readonly string[] = Object.keys(ACTIONS);

/** A machine rejects an action because of the state of the object. */
const ACTION_REJECTED_STATUS = 409;
const FIELD_MANAGER = 'kubemin-apiext';
const MAX_TRIES = 3;

/** Adds the actions; each returns the changed object. POST and PUT mean the same. */
export function addActionRoutes(routes: Routes, options: ResourceRouteOptions): void {
  for (const [name, action] of Object.entries(ACTIONS)) {
    for (const method of ['POST', 'PUT']) {
      routes.add(method, `/:kind/:version/:namespace/:name/${name}`, (request) =>
        handleAction(request, action, options),
      );
    }
  }
}

async function handleAction(
  request: RoutedRequest,
  action: Action,
  { address, clients }: ResourceRouteOptions,
): Promise<HttpReply> {
  const { place, machine } = requirePhased(address.object(request));
  const client = resourceClient(await clients.for(request), place);
  for (let tries = 1; ; tries++) {
    const before = await getPhasedObject(client, place.name, request.signal);
    try {
      const after = await storeChanges(client, before, applyAction(machine, before, action), request.signal);
      return jsonReply(200, toFlatObject(after, machine));
    } catch (error) {
      if (tries >= MAX_TRIES || !isStatusError(error, 'Conflict')) throw error;
    }
  }
}

function applyAction(machine: PhaseViews, before: PhasedObject, action: Action): PhasedObject {
  try {
    return action(machine, before);
  } catch (error) {
    if (!(error instanceof KubeminError)) throw error;
    throw new ProblemError(error.text, {
      status: ACTION_REJECTED_STATUS,
      code: error.code,
      cause: error,
    });
  }
}

/** Writes spec and status separately, based on the version that was read, so that no concurrent change is lost. */
async function storeChanges(
  client: ResourceClient<KubeObject>,
  before: PhasedObject,
  after: PhasedObject,
  signal: AbortSignal,
): Promise<KubeObject> {
  const options = { fieldManager: FIELD_MANAGER, signal };
  const respecified = deepEqual(before.spec, after.spec) ? before : await client.update(after, options);
  if (deepEqual(before.status, after.status)) return respecified;
  const { resourceVersion } = respecified.metadata;
  const current = { ...after, metadata: { ...after.metadata, ...(resourceVersion && { resourceVersion }) } };
  return client.update(current, { ...options, subresource: 'status' });
}

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
    throw new ProblemError(error.text, { status: 404, code: error.code, cause: error });
  }
}

/** A location whose objects a machine drives. */
interface PhasedPlace<P extends ObjectPlace> {
  readonly place: P;
  readonly machine: PhaseViews;
}

/** The location with its machine; throws a 404 for resources without phases. */
function requirePhased<P extends ObjectPlace>(place: P): PhasedPlace<P> {
  const { machine, resource } = place.served;
  if (machine !== undefined) return { place, machine };
  throw new ProblemError(apiextMessages.noPhases({ plural: resource.plural }), {
    status: 404,
    code: 'NOT_PHASED',
  });
}

/** Reads an object; throws a 422 when its spec or status is not an object. */
async function getPhasedObject(
  client: ResourceClient<KubeObject>,
  name: string,
  signal: AbortSignal,
): Promise<PhasedObject> {
  const object = await client.get(name, { signal });
  if (isPhased(object)) return object;
  const message = apiextMessages.objectUnreadable({ kind: client.type.kind, name });
  throw new ProblemError(message, { status: 422, code: 'OBJECT_UNREADABLE' });
}
