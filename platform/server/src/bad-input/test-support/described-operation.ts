import { API_PREFIX, type ApiDescription } from '@kubemin/client';

/** An operation of the API description, as far as a request to it needs. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  /** With the prefix, parameters as `{name}`. */
  readonly path: string;
  readonly isPublic: boolean;
  readonly query: readonly Parameter[];
  readonly body: { readonly kind: 'none' | 'json' | 'document'; readonly schema: unknown };
}

interface Parameter {
  readonly name: string;
  readonly schema: unknown;
}

/** Every operation of a description. */
export function describedOperations({ paths }: ApiDescription): readonly DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: String(operation.operationId),
      method: method.toUpperCase(),
      path: `${API_PREFIX}${path}`,
      isPublic: Array.isArray(operation.security),
      query: parametersIn(operation.parameters, 'query'),
      body: describedBody(operation.requestBody),
    })),
  );
}

/** A path with ids in it; parameters without one get `other`. */
export function filledPath(path: string, ids: Readonly<Record<string, string>>, other = 'nobody'): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? other));
}

function parametersIn(parameters: unknown, place: string): readonly Parameter[] {
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((parameter: unknown) => {
    if (typeof parameter !== 'object' || parameter === null || !('name' in parameter) || !('in' in parameter))
      return [];
    const schema = 'schema' in parameter ? parameter.schema : {};
    return parameter.in === place ? [{ name: String(parameter.name), schema }] : [];
  });
}

function describedBody(requestBody: unknown): DescribedOperation['body'] {
  if (typeof requestBody !== 'object' || requestBody === null || !('content' in requestBody)) {
    return { kind: 'none', schema: {} };
  }
  const { content } = requestBody;
  if (typeof content !== 'object' || content === null) return { kind: 'none', schema: {} };
  const media = 'application/json' in content ? content['application/json'] : {};
  const schema = typeof media === 'object' && media !== null && 'schema' in media ? media.schema : {};
  return { kind: 'application/yaml' in content ? 'document' : 'json', schema };
}
