import type { PodCheck } from './check.ts';
import { hostChecks } from './host-settings.ts';
import { privilegeChecks } from './privileges.ts';
import { profileChecks } from './profiles.ts';
import { userChecks } from './users.ts';
import { volumeChecks } from './volumes.ts';

/** The checks of the Pod Security Standards of Kubernetes 1.35, by the ids that Kubernetes has for them. */
export const builtinChecks: readonly PodCheck[] = [
  ...hostChecks,
  ...privilegeChecks,
  ...profileChecks,
  ...userChecks,
  ...volumeChecks,
];
