import type { Container } from '@kubemin/kubeapi/types/core.v1';

/** A container in the document's words. */
export interface DocumentContainer {
  readonly name: string;
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
}

/** The container those words ask for, before any trait. */
export function container({ name, image, env, command = [], args = [] }: DocumentContainer): Container {
  // Sorted: the order of keys in a document means nothing, and an order that changed would restart every pod.
  const variables = Object.entries(env)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([variable, value]) => ({ name: variable, value }));
  return {
    name,
    image,
    imagePullPolicy: 'IfNotPresent',
    ...(command.length === 0 ? {} : { command }),
    ...(args.length === 0 ? {} : { args }),
    ...(variables.length === 0 ? {} : { env: variables }),
  };
}
