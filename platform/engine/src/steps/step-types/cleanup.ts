import type { Message } from '@kubemin/base/message';
import { core } from '@kubemin/kubeapi/resources';
import { cleanupStep } from '@kubemin/model';
import { deleteObject, userNames } from '../../delivery/index.ts';
import { stepMessages } from '../../messages/index.ts';
import { defineStepType } from '../define-step-type.ts';
import { builtinJobTypes } from '../job-types/builtin.ts';
import { listOwnedObjects } from './owned-objects.ts';

/** Deletes all objects of components that the application owns. Claims stay unless the step demands otherwise. */
export const cleanup = defineStepType({
  ...cleanupStep,
  priority: 20,
  retries: 'transient',
  isolation: 'engine',
  run: async (context) => {
    const claims = context.properties.claims === 'delete' ? [core.v1.persistentvolumeclaims] : [];
    const kinds = [...builtinJobTypes.flatMap(({ prune }) => prune?.resource ?? []), ...claims];
    const deleted: string[] = [];
    const kept: Message[] = [];
    for (const component of context.components) {
      for (const kind of kinds) {
        for (const object of await listOwnedObjects(context, component, kind)) {
          const name = `${object.kind} ${object.metadata.name}`;
          const users = await userNames(context, object);
          if (users.length > 0) kept.push(stepMessages.keptObject({ object: name, apps: users }));
          else {
            await deleteObject(context, object);
            deleted.push(name);
          }
        }
      }
    }
    const done = deleted.length === 0 ? stepMessages.nothingToDelete : stepMessages.deleted({ objects: deleted });
    return { message: kept.length === 0 ? done : stepMessages.keptShared({ done, objects: kept }) };
  },
});
