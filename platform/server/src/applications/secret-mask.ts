import type { Problem } from '@kubemin/client';
import type { AnyComponent, AnyDocument } from '@kubemin/model';

/** What stands in place of every secret value that leaves the server. Sent back, it means "unchanged". */
export const SECRET_MASK = '********';

/** A component's properties as they may be shown. */
export function maskSecrets(properties: object): Readonly<Record<string, unknown>> {
  const secret = secretOf(properties);
  if (secret === undefined) return { ...properties };
  return { ...properties, secret: Object.fromEntries(Object.keys(secret).map((key) => [key, SECRET_MASK])) };
}

/** The document with masks replaced by the values the previous document holds; masks that hide nothing are problems. */
export function unmaskSecrets(
  document: AnyDocument,
  previous: AnyDocument | undefined,
): { readonly document: AnyDocument; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const component = document.component.map((one, index): AnyComponent => {
    const given = secretOf(one.properties);
    if (given === undefined || !Object.values(given).includes(SECRET_MASK)) return one;
    const before = previous?.component.find((other) => other.name === one.name && other.type === one.type);
    const values = before === undefined ? {} : (secretOf(before.properties) ?? {});
    const secret = Object.fromEntries(
      Object.entries(given).map(([key, value]): [string, string] => {
        if (value !== SECRET_MASK) return [key, value];
        const known = Object.hasOwn(values, key) ? values[key] : undefined;
        if (known === undefined) problems.push(nothingBehind(`component[${index}].properties.secret.${key}`));
        return [key, known ?? value];
      }),
    );
    return { ...one, properties: { ...one.properties, secret } };
  });
  return { document: { ...document, component }, problems };
}

function nothingBehind(path: string): Problem {
  return {
    path,
    code: 'MASKED_SECRET_UNKNOWN',
    message: `the value is the mask ${SECRET_MASK}, and no value is stored that it could stand for`,
    fix: 'Write the secret value itself.',
    severity: 'error',
  };
}

function secretOf(properties: object): Readonly<Record<string, string>> | undefined {
  if (!('secret' in properties)) return undefined;
  const { secret } = properties;
  return isStringMap(secret) ? secret : undefined;
}

function isStringMap(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');
}
