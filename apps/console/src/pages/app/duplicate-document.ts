import { isRecord } from '@kubemin/base';
import { SECRET_MASK } from '@kubemin/model';
import { type JsonObject, restoreSecrets } from '../../draft/index.ts';

/** A value of a secret, which no response contains. */
interface SecretValue {
  readonly component: string;
  readonly key: string;
}

export function secretKey({ component, key }: SecretValue): string {
  return `${component} ${key}`;
}

/** The values of secrets that a document has masked. */
export function maskedValues(document: Readonly<Record<string, unknown>>): readonly SecretValue[] {
  const components: readonly unknown[] = Array.isArray(document.component) ? document.component : [];
  return components.flatMap((component) => {
    if (!isRecord(component) || !isRecord(component.properties) || !isRecord(component.properties.secret)) return [];
    const name = String(component.name);
    return Object.entries(component.properties.secret).flatMap(([key, value]) =>
      value === SECRET_MASK ? [{ component: name, key }] : [],
    );
  });
}

/** The document under another name, with values in place of masks. */
export function copyDocument(document: JsonObject, name: string, values: Readonly<Record<string, string>>): JsonObject {
  const typed = maskedValues(document).map((secret) => ({
    name: secret.component,
    properties: { secret: { [secret.key]: values[secretKey(secret)] ?? SECRET_MASK } },
  }));
  const filled = typed.reduce<JsonObject>(
    (copy, component) => restoreSecrets(copy, { component: [component] }),
    document,
  );
  return { ...filled, name };
}
