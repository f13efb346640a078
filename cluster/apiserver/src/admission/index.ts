/**
 * The built-in admission plug-ins, by the names that Kubernetes has for them (`builtinAdmission`); `admissionPlugins`
 * selects those of a server, in order. The interface and the chain that calls plug-ins are in `../registry`.
 * ResourceQuota is last: a later plug-in must not reject a write that is already charged. Writes of the server itself
 * are not admitted here.
 */
export { type AdmissionConfigurationOptions, readAdmissionConfiguration } from './admission-configuration.ts';
export { admissionPlugins, builtinAdmission } from './builtin-admission.ts';
export { certificateRequester } from './certificate-subject-restriction.ts';
export { defaultTolerationSeconds } from './default-toleration-seconds.ts';
