/**
 * Built-in admission plugins: limits, quota, node restriction, service accounts.
 */
export { admissionPlugins, builtinAdmission } from './builtin-admission.ts';
export { certificateRequester } from './certificate-subject-restriction.ts';
export { defaultTolerationSeconds } from './default-toleration-seconds.ts';
