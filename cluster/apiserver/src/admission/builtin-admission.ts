import { TerminalError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { startMessages } from '../messages/index.ts';
import { type AdmissionContext, type AdmissionFactory, type AdmissionPlugin, isAbout } from '../registry/index.ts';
import { certificateSubjectRestriction } from './certificate-subject-restriction.ts';
import { defaultIngressClass, defaultStorageClass } from './default-classes.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { limitRanger } from './limits/limit-ranger.ts';
import { nodeRestriction } from './node-restriction/node-restriction.ts';
import { podSecurity } from './pod-security/pod-security-admission.ts';
import { priority } from './priority.ts';
import { resourceQuotaAdmission } from './quota/resource-quota-admission.ts';
import { serviceAccountAdmission } from './service-account-admission.ts';

/** The finalizer that keeps an object of each resource while it is in use; a controller removes it during the deletion. */
const FINALIZERS: Readonly<Record<string, string>> = {
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  persistentvolumes: 'kubernetes.io/pv-protection',
};

/** Claims and volumes are protected from the start: one added later would come too late for a deletion before it. */
const storageObjectInUseProtection: AdmissionFactory = () => ({
  name: 'StorageObjectInUseProtection',
  applies: (request) =>
    request.operation === 'create' && isAbout(request, core.v1.persistentvolumeclaims, core.v1.persistentvolumes),
  mutate(object, { resource }) {
    const finalizer = FINALIZERS[resource.info.plural];
    const { finalizers = [] } = object.metadata;
    if (finalizer === undefined || finalizers.includes(finalizer)) return object;
    return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
  },
});

const TAINT = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' } as const;

/** New nodes get no pods before the node lifecycle controller has seen that they are ready. */
const taintNodesByCondition: AdmissionFactory = () => ({
  name: 'TaintNodesByCondition',
  applies: (request) => request.operation === 'create' && isAbout(request, core.v1.nodes),
  mutate(object) {
    if (!isNode(object)) return object;
    const own = object.spec?.taints ?? [];
    if (own.some(({ key, effect }) => key === TAINT.key && effect === TAINT.effect)) return object;
    const tainted: Node = { ...object, spec: { ...object.spec, taints: [...own, TAINT] } };
    return tainted;
  },
});

function isNode(object: KubeObject): object is Node {
  return object.kind === 'Node' && object.apiVersion === 'v1';
}

/** The plug-ins that come with the server, by name, in the order Kubernetes asks them. */
const BUILTIN: ReadonlyMap<string, AdmissionFactory> = new Map([
  ['LimitRanger', limitRanger],
  ['ServiceAccount', serviceAccountAdmission],
  ['NodeRestriction', nodeRestriction],
  ['TaintNodesByCondition', taintNodesByCondition],
  ['PodSecurity', podSecurity()],
  ['Priority', priority],
  ['DefaultTolerationSeconds', defaultTolerationSeconds()],
  ['DefaultStorageClass', defaultStorageClass],
  ['StorageObjectInUseProtection', storageObjectInUseProtection],
  ['CertificateSubjectRestriction', certificateSubjectRestriction],
  ['DefaultIngressClass', defaultIngressClass],
  // Last: a later plug-in must not reject a write that is already charged.
  ['ResourceQuota', resourceQuotaAdmission],
]);

/** Names of all built-in plug-ins: the ones that are enabled by default. */
export const builtinAdmission: readonly string[] = [...BUILTIN.keys()];

/** The plug-ins a server is to have: built-in ones by name, others as they are. */
export function admissionPlugins(
  wanted: readonly (string | AdmissionFactory)[],
  context: AdmissionContext,
): readonly AdmissionPlugin[] {
  return wanted.map((entry) => {
    const factory = typeof entry === 'string' ? BUILTIN.get(entry) : entry;
    if (factory !== undefined) return factory(context);
    throw new TerminalError(startMessages.unknownAdmission({ name: `${entry}`, known: builtinAdmission.join(', ') }), {
      code: 'UNKNOWN_ADMISSION_PLUGIN',
    });
  });
}
