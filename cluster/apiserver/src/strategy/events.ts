import type { Event } from '@kubemin/kubeapi/types/core.v1';
import type { Strategy } from './strategy.ts';

/** Events: what `kubectl describe` selects by. */
export const eventStrategy: Strategy<Event> = {
  createOnUpdate: true,
  selectableFields: {
    'involvedObject.kind': (event) => event.involvedObject.kind ?? '',
    'involvedObject.namespace': (event) => event.involvedObject.namespace ?? '',
    'involvedObject.name': (event) => event.involvedObject.name ?? '',
    'involvedObject.uid': (event) => event.involvedObject.uid ?? '',
    'involvedObject.apiVersion': (event) => event.involvedObject.apiVersion ?? '',
    'involvedObject.resourceVersion': (event) => event.involvedObject.resourceVersion ?? '',
    'involvedObject.fieldPath': (event) => event.involvedObject.fieldPath ?? '',
    reason: (event) => event.reason ?? '',
    reportingComponent: (event) => event.reportingComponent ?? '',
    source: (event) => event.source?.component ?? event.reportingComponent ?? '',
    type: (event) => event.type ?? '',
  },
};
