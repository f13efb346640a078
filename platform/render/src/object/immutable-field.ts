import { ownEntry } from '@kubemin/base';
import { deepEqual, isJsonObject, type KubeObject } from '@kubemin/kubeapi';

const WORKLOAD = ['spec.selector'];
const BINDING = ['roleRef'];

/** By kind: what is immutable on an object that exists. */
const IMMUTABLE: Readonly<Record<string, readonly string[]>> = {
  Deployment: WORKLOAD,
  DaemonSet: WORKLOAD,
  StatefulSet: [...WORKLOAD, 'spec.serviceName', 'spec.volumeClaimTemplates', 'spec.podManagementPolicy'],
  Job: [...WORKLOAD, 'spec.template', 'spec.completions', 'spec.completionMode'],
  Service: ['spec.clusterIP'],
  PersistentVolumeClaim: ['spec.accessModes', 'spec.storageClassName', 'spec.volumeName', 'spec.volumeMode'],
  RoleBinding: BINDING,
  ClusterRoleBinding: BINDING,
  Secret: ['type'],
};

/** The fields in which two states of one object differ although they are immutable. */
export function immutableChanges(before: KubeObject, after: KubeObject): readonly string[] {
  const fields = ownEntry(IMMUTABLE, after.kind) ?? [];
  return fields.filter((field) => !deepEqual(valueAt(before, field), valueAt(after, field)));
}

function valueAt(object: unknown, field: string): unknown {
  return field.split('.').reduce((value: unknown, key) => (isJsonObject(value) ? value[key] : undefined), object);
}
