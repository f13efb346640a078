import type { RuntimeLimitation } from '../runtime/index.ts';
import type { ContainerForm } from './container-files.ts';
import { MORE_USERS } from './user-map.ts';

/** What this machine does not let the runtime do, or the runtime does not do yet. */
export function findLimitations({
  hasGroups,
  form,
  hasUserRange,
}: {
  readonly hasGroups: boolean;
  readonly form: ContainerForm;
  readonly hasUserRange: boolean;
}): readonly RuntimeLimitation[] {
  const unfiltered = form === 'crun' ? 'commands that are run in containers' : 'containers';
  const limits = { code: 'NoResourceLimits', message: 'CPU and memory limits are not enforced' };
  const users = {
    code: 'SingleUser',
    message: `containers have one user: images that switch users fail; ${MORE_USERS}`,
  };
  return [
    { code: 'NoSeccomp', message: `system calls of ${unfiltered} are not filtered` },
    ...(hasGroups ? [] : [limits]),
    ...(hasUserRange ? [] : [users]),
  ];
}
