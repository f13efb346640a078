import { controllerReference, isControlledBy } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';
import { isJsonObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Secret } from '@kubemin/kubeapi/types/core.v1';
import type { ApplyObject, InitialisedObject, InitialiseOptions } from './initialised-object.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { users } from './user-resource.ts';
import type { GivenPassword, SplitUser } from './written-password.ts';

const TYPE = 'iam.minik8s.io/password';
const KEY = 'hash';

interface ApplyUserOptions extends InitialiseOptions {
  readonly client: KubeClient;
  readonly apply: ApplyObject;
}

/** Applies a User, and the Secret with the hash of its password if there is one. */
export async function applyUser(
  { object, spec, given: written }: SplitUser,
  { client, apply, random, signal }: ApplyUserOptions,
): Promise<readonly InitialisedObject[]> {
  const { namespace, name: user = '' } = object.metadata;
  const name = passwordSecretName(spec) ?? `user-${user}-password`;
  const before = await client.resource(core.v1.secrets, namespace).find(name, { signal });
  const current = await client.resource(users, namespace).find(user, { signal });
  // An existing password is kept unless a new one is given; a new user does not get that of a deleted user of the same name.
  const kept = current !== undefined && before !== undefined && isControlledBy(before, current);
  const named = written !== undefined || kept ? { passwordSecret: { name } } : {};
  const wanted = { ...object, spec: { ...spec, ...named } };
  const applied = await apply(users, wanted);
  if (written === undefined) return [applied.result];
  const stored = Buffer.from(before?.data?.[KEY] ?? '', 'base64').toString();
  const hash = await reuseOrHash(written, stored, random);
  const secret: Secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ownerReferences: [controllerReference(applied.object)],
    },
    type: TYPE,
    data: { [KEY]: Buffer.from(hash).toString('base64') },
  };
  return [applied.result, (await apply(core.v1.secrets, secret)).result];
}

/** Every new hash has a new salt: the stored hash is kept if it is of the same password. */
async function reuseOrHash(
  written: GivenPassword,
  stored: string,
  random: InitialiseOptions['random'],
): Promise<string> {
  if (written.kind === 'hash') return written.hash;
  return (await verifyPassword(stored, written.password)) ? stored : hashPassword(written.password, random);
}

function passwordSecretName({ passwordSecret }: SplitUser['spec']): string | undefined {
  const name = isJsonObject(passwordSecret) ? passwordSecret.name : undefined;
  return typeof name === 'string' ? name : undefined;
}
