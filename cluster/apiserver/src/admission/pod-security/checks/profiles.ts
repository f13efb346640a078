import type { PodSecurityContext, SecurityContext } from '@kubemin/kubeapi/types/core.v1';
import {
  type EvaluatePod,
  findContainers,
  findContexts,
  formatContainers,
  formatOffenders,
  isWindowsPod,
  type PodCheck,
  plural,
  podContainers,
  quoted,
  sortedUnique,
} from './check.ts';

/** The annotations that stated AppArmor profiles before there was a field, one for each container. */
export const APP_ARMOR_ANNOTATION = 'container.apparmor.security.beta.kubernetes.io/';
/** The same for seccomp, of the pod and of containers. */
export const SECCOMP_POD_ANNOTATION = 'seccomp.security.alpha.kubernetes.io/pod';
export const SECCOMP_ANNOTATION = 'container.seccomp.security.alpha.kubernetes.io/';

const CONFINED = ['RuntimeDefault', 'Localhost'];

const appArmorProfile: PodCheck = {
  id: 'appArmorProfile',
  level: 'baseline',
  versions: [
    {
      since: 0,
      evaluate: ({ annotations = {} }, spec) => {
        const found = findContexts(spec, (context) => profileUnless(context.appArmorProfile));
        const annotated = Object.entries(annotations)
          .filter(([key, value]) => key.startsWith(APP_ARMOR_ANNOTATION) && !isAllowedAppArmorText(value))
          .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
          .sort();
        const values = [...found.values, ...annotated];
        if (values.length === 0) return undefined;
        const setters = [
          ...(found.values.length > 0 ? [formatOffenders(found)] : []),
          ...(annotated.length > 0 ? [plural('annotation', annotated.length)] : []),
        ];
        return {
          reason: plural('forbidden AppArmor profile', values.length),
          detail: `${setters.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
        };
      },
    },
  ],
};

function profileUnless(profile: { readonly type: string } | undefined): readonly string[] {
  return profile === undefined || CONFINED.includes(profile.type) ? [] : [profile.type];
}

function isAllowedAppArmorText(profile: string): boolean {
  return profile === '' || profile === 'runtime/default' || profile.startsWith('localhost/');
}

const SELINUX_TYPES = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

const seLinuxOptions: PodCheck = {
  id: 'seLinuxOptions',
  level: 'baseline',
  versions: [
    { since: 0, evaluate: seLinuxTypesAmong(SELINUX_TYPES) },
    { since: 31, evaluate: seLinuxTypesAmong([...SELINUX_TYPES, 'container_engine_t']) },
  ],
};

function seLinuxTypesAmong(allowed: readonly string[]): EvaluatePod {
  const typesIn = ({ seLinuxOptions: options }: PodSecurityContext | SecurityContext): readonly string[] =>
    [options?.type ?? ''].filter((type) => !allowed.includes(type));
  const fieldsIn = ({ seLinuxOptions: options }: PodSecurityContext | SecurityContext): readonly string[] =>
    (['user', 'role'] as const).filter((field) => (options?.[field] ?? '') !== '');
  return (_metadata, spec) => {
    const found = findContexts(spec, (context) => [...typesIn(context), ...fieldsIn(context)]);
    if (found.values.length === 0) return undefined;
    const types = findContexts(spec, typesIn).values;
    const fields = findContexts(spec, fieldsIn).values;
    const details = [
      ...(types.length > 0 ? [`${plural('type', types.length)} ${quoted(types)}`] : []),
      ...(fields.includes('user') ? ['user may not be set'] : []),
      ...(fields.includes('role') ? ['role may not be set'] : []),
    ];
    return {
      reason: 'seLinuxOptions',
      detail: `${formatOffenders(found)} set forbidden securityContext.seLinuxOptions: ${details.join('; ')}`,
    };
  };
}

/** Before the field there were annotations; they have no effect any more. */
const confinedByAnnotations: EvaluatePod = ({ annotations = {} }, spec) => {
  const keys = [SECCOMP_POD_ANNOTATION, ...podContainers(spec).map(({ name }) => `${SECCOMP_ANNOTATION}${name}`)];
  const forbidden = sortedUnique(
    keys.flatMap((key) => {
      const value = annotations[key];
      return value === undefined || isAllowedSeccompText(value) ? [] : [`${key}=${JSON.stringify(value)}`];
    }),
  );
  if (forbidden.length === 0) return undefined;
  const detail = `forbidden ${plural('annotation', forbidden.length)} ${forbidden.join(', ')}`;
  return { reason: 'seccompProfile', detail };
};

function isAllowedSeccompText(profile: string): boolean {
  return profile === 'runtime/default' || profile === 'docker/default' || profile.startsWith('localhost/');
}

const confinedWhereStated: EvaluatePod = (_metadata, spec) => {
  const found = findContexts(spec, ({ seccompProfile }) => profileUnless(seccompProfile));
  if (found.values.length === 0) return undefined;
  const detail = `${formatOffenders(found)} must not set securityContext.seccompProfile.type to ${quoted(found.values)}`;
  return { reason: 'seccompProfile', detail };
};

const seccompBaseline: PodCheck = {
  id: 'seccompProfile_baseline',
  level: 'baseline',
  versions: [
    { since: 0, evaluate: confinedByAnnotations },
    { since: 19, evaluate: confinedWhereStated },
  ],
};

const alwaysConfined: EvaluatePod = (metadata, spec) => {
  const stated = confinedWhereStated(metadata, spec);
  if (stated !== undefined || spec.securityContext?.seccompProfile !== undefined) return stated;
  const { containers } = findContainers(spec, ({ securityContext }) =>
    securityContext?.seccompProfile === undefined ? ['unset'] : [],
  );
  if (containers.length === 0) return undefined;
  const detail = `pod or ${formatContainers(containers)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
  return { reason: 'seccompProfile', detail };
};

const seccompRestricted: PodCheck = {
  id: 'seccompProfile_restricted',
  level: 'restricted',
  versions: [
    { since: 19, evaluate: alwaysConfined, replaces: ['seccompProfile_baseline'] },
    {
      since: 25,
      // Windows has no seccomp; a forbidden profile must not pass because the pod claims to be one of Windows.
      evaluate: (metadata, spec) =>
        isWindowsPod(spec) ? confinedWhereStated(metadata, spec) : alwaysConfined(metadata, spec),
      replaces: ['seccompProfile_baseline'],
    },
  ],
};

/** Profiles that confine containers: AppArmor, SELinux, seccomp. */
export const profileChecks: readonly PodCheck[] = [appArmorProfile, seLinuxOptions, seccompBaseline, seccompRestricted];
