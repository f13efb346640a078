import { TerminalError } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import { stepMessages } from '../../messages/index.ts';
import { refuseForbiddenUse, type StepContext } from '../../task/index.ts';

/** A value of a Secret, or what is missing. */
export type SecretValue = { readonly value: Buffer } | { readonly missing: 'secret' | 'key' };

/** Reads a value of a Secret in the namespace of the application, which the application must be allowed to use. */
export async function readSecretValue(
  context: StepContext<unknown>,
  { name, key }: { readonly name: string; readonly key: string },
): Promise<SecretValue> {
  const { client, application, signal } = context;
  const { namespace } = application;
  await refuseForbiddenUse(context, { component: '', kind: 'Secret', namespace, name });
  const secret = await client.resource(core.v1.secrets, namespace).find(name, { signal });
  if (secret === undefined) return { missing: 'secret' };
  const value = secret.data?.[key];
  return value === undefined ? { missing: 'key' } : { value: Buffer.from(value, 'base64') };
}

/** The same as a text that the step cannot do without: throws a TerminalError with the code where it is missing. */
export async function requireSecretText(
  context: StepContext<unknown>,
  reference: { readonly name: string; readonly key: string },
  code: string,
): Promise<string> {
  const found = await readSecretValue(context, reference);
  if ('value' in found) return found.value.toString('utf8');
  const { namespace } = context.application;
  const { name, key } = reference;
  const message =
    found.missing === 'secret'
      ? stepMessages.secretNotFound({ name, namespace })
      : stepMessages.secretKeyNotFound({ name, namespace, key });
  throw new TerminalError(message, { code });
}
