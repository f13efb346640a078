import {
  type EvaluatePod,
  findContainers,
  findContexts,
  formatContainers,
  formatOffenders,
  hasUserNamespace,
  type PodCheck,
} from './check.ts';

const onlyNonRoot: EvaluatePod = (_metadata, spec) => {
  const refusing = findContexts(spec, ({ runAsNonRoot }) => (runAsNonRoot === false ? ['false'] : []));
  if (refusing.values.length > 0) {
    const detail = `${formatOffenders(refusing)} must not set securityContext.runAsNonRoot=false`;
    return { reason: 'runAsNonRoot != true', detail };
  }
  if (spec.securityContext?.runAsNonRoot === true) return undefined;
  const { containers } = findContainers(spec, ({ securityContext }) =>
    securityContext?.runAsNonRoot === undefined ? ['unset'] : [],
  );
  if (containers.length === 0) return undefined;
  const detail = `pod or ${formatContainers(containers)} must set securityContext.runAsNonRoot=true`;
  return { reason: 'runAsNonRoot != true', detail };
};

const runAsNonRoot: PodCheck = {
  id: 'runAsNonRoot',
  level: 'restricted',
  versions: [
    { since: 0, evaluate: onlyNonRoot },
    { since: 35, evaluate: (metadata, spec) => (hasUserNamespace(spec) ? undefined : onlyNonRoot(metadata, spec)) },
  ],
};

const notUserZero: EvaluatePod = (_metadata, spec) => {
  const found = findContexts(spec, (context) => (context.runAsUser === 0 ? ['0'] : []));
  if (found.values.length === 0) return undefined;
  return { reason: 'runAsUser=0', detail: `${formatOffenders(found)} must not set runAsUser=0` };
};

const runAsUser: PodCheck = {
  id: 'runAsUser',
  level: 'restricted',
  versions: [
    { since: 23, evaluate: notUserZero },
    { since: 35, evaluate: (metadata, spec) => (hasUserNamespace(spec) ? undefined : notUserZero(metadata, spec)) },
  ],
};

/** As whom containers run. */
export const userChecks: readonly PodCheck[] = [runAsNonRoot, runAsUser];
