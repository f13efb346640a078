import { deepEqual, type FieldError, fieldError } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { podPart } from './pod-part.ts';
import type { Subresource } from './subresource.ts';

const PATH = 'spec.ephemeralContainers';

/** Containers put beside running ones, to look at them (`kubectl debug`): they can be added, never changed or taken away. */
export const ephemeralContainers: Subresource = podPart({
  take: (sent, current) => ({
    ...current,
    ...(sent.ephemeralContainers && { ephemeralContainers: sent.ephemeralContainers }),
  }),
  problems: onlyAdded,
});

function onlyAdded(next: Pod, current: Pod): readonly FieldError[] {
  const now = next.spec?.ephemeralContainers ?? [];
  return (current.spec?.ephemeralContainers ?? []).flatMap((old) => {
    const same = now.find(({ name }) => name === old.name);
    if (same === undefined) {
      return [fieldError.forbidden(PATH, `existing ephemeral containers "${old.name}" may not be removed`)];
    }
    if (deepEqual(same, old)) return [];
    return [fieldError.forbidden(PATH, `existing ephemeral containers "${old.name}" may not be changed`)];
  });
}
