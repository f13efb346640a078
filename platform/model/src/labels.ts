import * as z from 'zod';
import { field } from './field.ts';
import type { Report } from './problem-list.ts';

const QUALIFIED_NAME = /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

/** Keys starting with this belong to the platform, which finds its objects by them. */
export const MANAGED_LABEL_PREFIX = 'kube-min-cli';

/** Labels the user wants on a component's objects. */
export function labels() {
  return metadataMap((value) => LABEL_VALUE.test(value));
}

/** Annotations the user wants on a component's objects; any value is allowed. */
export function annotations() {
  return metadataMap(() => true);
}

function metadataMap(isValue: (value: string) => boolean) {
  const map = z.record(z.string(), z.string()).superRefine((entries, context) => {
    for (const [key, value] of Object.entries(entries)) {
      if (QUALIFIED_NAME.test(key) && isValue(value)) continue;
      context.addIssue({
        code: 'custom',
        path: [key],
        message: `"${key}: ${value}" is not a valid Kubernetes label or annotation.`,
        params: { code: 'INVALID_LABEL' },
      });
    }
  });
  return field(map.default({}), { fix: 'Use letters, digits, "-", "_" and "."; at most 63 characters each.' });
}

/** Warns of labels that the platform will override with its own. */
export function reportReservedLabels(
  given: Readonly<Record<string, string>>,
  report: Report,
  fieldName: string = 'labels',
): void {
  for (const key of Object.keys(given)) {
    if (!key.startsWith(MANAGED_LABEL_PREFIX)) continue;
    report({
      path: [fieldName, key],
      code: 'RESERVED_LABEL',
      message: `The label "${key}" is managed by the platform; this value is ignored.`,
      fix: `Remove it, or use a key that does not start with "${MANAGED_LABEL_PREFIX}".`,
      severity: 'warning',
    });
  }
}
