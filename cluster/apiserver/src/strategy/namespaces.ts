import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import type { Strategy } from './strategy.ts';

/** The finalizer in a namespace's spec that the deletion of its contents removes. */
export const NAMESPACE_FINALIZER = 'kubernetes';

const NAME_LABEL = 'kubernetes.io/metadata.name';
const IMMORTAL = ['default', 'kube-system', 'kube-public'];

/** Namespaces: labelled with their name, and held by their contents when deleted. */
export const namespaceStrategy: Strategy<Namespace> = {
  statusAnnotations: true,
  nameRule: 'label',
  generation: false,
  deleteReturnsObject: true,
  selectableFields: { 'status.phase': (namespace) => namespace.status?.phase ?? '' },

  defaults(namespace) {
    const labels = { ...namespace.metadata.labels, [NAME_LABEL]: namespace.metadata.name ?? '' };
    return { ...namespace, metadata: { ...namespace.metadata, labels } };
  },

  prepareForCreate: (namespace) => ({
    ...namespace,
    spec: { finalizers: [...new Set([...(namespace.spec?.finalizers ?? []), NAMESPACE_FINALIZER])] },
    status: { phase: 'Active' },
  }),

  prepareForUpdate: (namespace, current) => ({ ...namespace, spec: current.spec ?? {} }),

  markDeleted: (namespace) => ({ ...namespace, status: { ...namespace.status, phase: 'Terminating' } }),

  holdsDeletion: (namespace) => (namespace.spec?.finalizers?.length ?? 0) > 0,

  refusesDeletion: ({ metadata }) =>
    IMMORTAL.includes(metadata.name ?? '') ? 'this namespace may not be deleted' : undefined,
};
