import type { KubeObject } from '@kubemin/kubeapi';
import { SECRET_MASK } from '@kubemin/model';
import { kubeYaml } from '../../yaml/index.ts';

const BASE64_MASK = btoa(SECRET_MASK);

/** Whether a text of an exported object is a mask, or has one inside, in place of a secret value. */
export function isMasked(text: string): boolean {
  return text.includes(SECRET_MASK) || text === BASE64_MASK;
}

/**
 * An object as a file that can be applied. Masked values of a Secret are written as a text that is not base64, so that
 * an API server refuses the Secret until they are filled in: the mask itself would be stored as the password.
 */
export function objectYaml(object: KubeObject): string {
  const masked = new Set<string>();
  const text = kubeYaml(
    mapTexts(object, [], (value, path) => {
      if (!isMasked(value)) return value;
      masked.add(path.join('.'));
      return value === BASE64_MASK ? `<${path.at(-1) ?? 'value'}, base64>` : value;
    }),
  );
  return masked.size === 0
    ? text
    : `# Fill in before applying, secret values are not exported: ${[...masked].join(', ')}\n${text}`;
}

function mapTexts(
  value: unknown,
  path: readonly string[],
  map: (text: string, path: readonly string[]) => string,
): unknown {
  if (typeof value === 'string') return map(value, path);
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, [...path, String(index)], map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapTexts(child, [...path, key], map)]));
}
