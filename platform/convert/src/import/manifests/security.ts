import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';

type Security = NonNullable<TraitsInput['securityContext']>;

const IDENTITY = ['runAsUser', 'runAsGroup', 'runAsNonRoot'] as const;
const PROFILES = ['RuntimeDefault', 'Unconfined'] as const;
const CHANGE_POLICIES = ['OnRootMismatch', 'Always'] as const;

/** The security context of a container beside the main one: all of it is the container's own. */
export function readContainerSecurity(container: Part): Security | undefined {
  return orNothing(containerSecurity(container.at('securityContext')));
}

/**
 * The security context of a pod and its main container in one. Who the main container runs as is set for the whole
 * pod; where the pod's other containers differ, the list has an entry.
 */
export function readPodSecurity(spec: Part, main: Part): Security | undefined {
  const pod = spec.at('securityContext');
  const own = main.at('securityContext');
  const shared = identity(pod);
  const inner = containerSecurity(own);
  const others = [...spec.at('containers').items, ...spec.at('initContainers').items].filter((part) => part !== main);
  for (const name of [...IDENTITY, 'seccompProfile'] as const) {
    if (inner[name] === undefined || inner[name] === shared[name] || others.length === 0) continue;
    own.at(name).note(manifestsMessages.ofOneContainer({ field: name }), manifestsMessages.forAllContainers);
  }
  const groups = filled({
    fsGroup: pod.at('fsGroup').number(),
    fsGroupChangePolicy: word(pod.at('fsGroupChangePolicy'), CHANGE_POLICIES),
    supplementalGroups: pod.at('supplementalGroups').items.flatMap((part) => part.number() ?? []),
  });
  return orNothing({ ...shared, ...groups, ...inner });
}

function identity(part: Part): Security {
  return filled({
    runAsUser: part.at('runAsUser').number(),
    runAsGroup: part.at('runAsGroup').number(),
    runAsNonRoot: part.at('runAsNonRoot').flag(),
    seccompProfile: word(part.at('seccompProfile', 'type'), PROFILES),
  });
}

function containerSecurity(part: Part): Security {
  const capabilities = filled({
    add: part.at('capabilities', 'add').texts(),
    drop: part.at('capabilities', 'drop').texts(),
  });
  return {
    ...identity(part),
    ...filled({
      readOnlyRootFilesystem: part.at('readOnlyRootFilesystem').flag(),
      allowPrivilegeEscalation: part.at('allowPrivilegeEscalation').flag(),
      privileged: part.at('privileged').flag(),
      capabilities,
    }),
  };
}

function word<W extends string>(part: Part, words: readonly W[]): W | undefined {
  part.acceptIf(...words);
  return words.find((candidate) => candidate === part.peek());
}

function orNothing(security: Security): Security | undefined {
  return Object.keys(security).length === 0 ? undefined : security;
}
