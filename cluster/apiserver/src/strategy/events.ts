import { fieldError } from '@kubemin/kubeapi';
import type { Event } from '@kubemin/kubeapi/types/core.v1';
import { required } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

/** Where events about things in no namespace stand. */
const SHARED_NAMESPACES = ['default', 'kube-system'];

/** Events, as the core group has them: what `kubectl describe` selects by. */
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

  validate(event) {
    const { namespace = '' } = event.involvedObject;
    const own = event.metadata.namespace ?? '';
    const misplaced = namespace === '' ? !SHARED_NAMESPACES.includes(own) : namespace !== own;
    return [
      ...(misplaced
        ? [fieldError.invalid('involvedObject.namespace', namespace, 'does not match event.namespace')]
        : []),
      // Only events of events.k8s.io have an eventTime and a reporting controller.
      ...(event.eventTime === undefined
        ? []
        : [
            ...required('reportingController', event.reportingComponent),
            ...required('reportingInstance', event.reportingInstance),
            ...required('action', event.action),
            ...required('reason', event.reason),
          ]),
    ];
  },
};
