import { TerminalError } from '@kubemin/base';
import { startMessages } from '../messages/index.ts';
import type { AdmissionContext, AdmissionFactory, AdmissionPlugin } from '../registry/index.ts';
import { mutatingAdmissionWebhook, validatingAdmissionWebhook } from '../webhooks/index.ts';
import { certificateSubjectRestriction } from './certificate-subject-restriction.ts';
import { defaultIngressClass, defaultStorageClass } from './default-classes.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { limitRanger } from './limits/limit-ranger.ts';
import { nodeRestriction } from './node-restriction/node-restriction.ts';
import { podSecurity } from './pod-security/pod-security-admission.ts';
import { priority } from './priority.ts';
import { resourceQuotaAdmission } from './quota/resource-quota-admission.ts';
import { runtimeClass } from './runtime-class.ts';
import { serviceAccountAdmission } from './service-account-admission.ts';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.ts';
import { taintNodesByCondition } from './taint-nodes-by-condition.ts';

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
  ['RuntimeClass', runtimeClass],
  ['CertificateSubjectRestriction', certificateSubjectRestriction],
  ['DefaultIngressClass', defaultIngressClass],
  ['MutatingAdmissionWebhook', mutatingAdmissionWebhook],
  ['ValidatingAdmissionWebhook', validatingAdmissionWebhook],
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
