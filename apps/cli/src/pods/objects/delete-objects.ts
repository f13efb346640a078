import type { KubeClient } from '@kubemin/kube';
import { foreignPlace } from '../../connection/index.ts';
import { objectMessages } from '../../messages/index.ts';
import { CliError, type CommandContext, confirm, ExitCode, print } from '../../terminal/index.ts';
import { DEFAULT_NAMESPACE, type NamedObject, namedObject } from './named-object.ts';
import { isNotFound, withCluster } from './object-cluster.ts';
import { kindNamed, placeIn } from './object-kind.ts';
import { readObjects } from './read-objects.ts';

/** Which objects to delete: those of files, or one. */
export interface ObjectDeletion {
  readonly kind: string | undefined;
  readonly object: string | undefined;
  readonly files: readonly string[];
  readonly namespace: string | undefined;
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

type Doomed = Pick<NamedObject, 'label' | 'name' | 'namespace' | 'objects'>;

/** Deletes objects that belong to no application, after confirmation. */
export async function deleteObjects(context: CommandContext, deletion: ObjectDeletion): Promise<ExitCode> {
  return withCluster(context, deletion, async (client, access) => {
    const doomed =
      deletion.files.length > 0
        ? await fileObjectDeletion(context, client, deletion)
        : [namedObjectDeletion(client, deletion)];
    const named = doomed.map(({ label, namespace }) => inPlace(label, namespace)).join(', ');
    const consequence = objectMessages.willDelete({ objects: named, place: foreignPlace(access) });
    if (!(await confirm(context, { consequence }))) return ExitCode.interrupted;
    const entries: { readonly object: string; readonly outcome: 'deleted' | 'notThere' }[] = [];
    for (const { label, name, objects } of doomed) {
      const outcome = await objects.delete(name, { propagationPolicy: 'Background' }).then(
        () => 'deleted' as const,
        (error: unknown) => {
          // Of many, one that is gone is as good as deleted; one that was named is a mistake.
          if (deletion.files.length === 0 || !isNotFound(error)) throw error;
          return 'notThere' as const;
        },
      );
      entries.push({ object: label, outcome });
    }
    await print(context, {
      data: entries,
      table: entries.map(({ object, outcome }) => `${object} ${context.translate(objectMessages[outcome])}\n`).join(''),
      names: entries.map(({ object }) => object),
    });
    return ExitCode.ok;
  });
}

async function fileObjectDeletion(
  context: CommandContext,
  client: KubeClient,
  { files, namespace }: ObjectDeletion,
): Promise<readonly Doomed[]> {
  const { objects } = await readObjects(context, files);
  // What was made last goes first.
  return objects.map(({ object }) => namedObject(client, object, namespace)).toReversed();
}

function namedObjectDeletion(client: KubeClient, { kind, object, namespace }: ObjectDeletion): Doomed {
  if (kind === undefined || object === undefined) throw unclear();
  const found = kindNamed(kind);
  const place = placeIn(found, object, namespace ?? DEFAULT_NAMESPACE);
  if (place.name === undefined || place.name === '') throw unclear();
  const objects = client.resource(found.type, found.type.namespaced ? place.namespace : undefined);
  return { label: `${found.type.singular}/${place.name}`, name: place.name, namespace: place.namespace, objects };
}

function inPlace(label: string, namespace: string | undefined): string {
  return namespace === undefined ? label : `${label} (${namespace})`;
}

function unclear(): CliError {
  return new CliError(objectMessages.whichObject, {
    code: 'DELETION_UNCLEAR',
    exitCode: ExitCode.usage,
    hint: objectMessages.nameObject,
  });
}
