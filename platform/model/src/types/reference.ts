import * as z from 'zod';
import { field, isSubdomain } from '../field/index.ts';
import { dataMessages, fieldMessages } from '../messages/index.ts';
import { type DocumentPath, rejection, shortList } from '../problem/index.ts';
import type { CheckContext, SourceKind } from './check-context.ts';

/** The name of a Kubernetes object, used exactly as given. */
export function objectName() {
  return z
    .string()
    .trim()
    .min(1)
    .refine((value) => value === '' || isSubdomain(value), {
      ...rejection((input) => dataMessages.objectNameInvalid({ name: String(input) }), {
        code: 'INVALID_NAME_FORMAT',
        fix: dataMessages.objectNameFormat,
      }),
    });
}

/**
 * The name of a ConfigMap, Secret or claim; capitals do not count, as in the names of components. `project/name` means
 * `name`: scopes were announced and never came.
 */
export function reference() {
  return field(objectName(), {
    prepare: (value, report) => {
      if (typeof value !== 'string') return value;
      if (!value.includes('/')) return value.toLowerCase();
      const bareName = value.slice(value.lastIndexOf('/') + 1).toLowerCase();
      report({
        code: 'SCOPED_REFERENCE',
        message: dataMessages.scopedReference({ given: value, name: bareName }),
        fix: dataMessages.write({ value: bareName }),
        severity: 'warning',
      });
      return bareName;
    },
  });
}

/** A config or secret that something refers to, and where it does. */
export interface ExpectedSource {
  readonly kind: SourceKind;
  readonly name: string;
  readonly key?: string;
  readonly path: DocumentPath;
}

/** Reports a config or secret (or a key of it) that the document lacks. */
export function expectSource(context: CheckContext, expected: ExpectedSource): void {
  const { kind, name, key, path } = expected;
  const keys = context.sourceKeys(kind, name);
  if (keys === undefined) {
    context.report({
      path: [...path, ...(key === undefined ? [] : ['name'])],
      code: 'REFERENCE_NOT_IN_DOCUMENT',
      message: dataMessages.referenceMissing({ kind, name }),
      fix: dataMessages.referenceMissingFix({ kind, name }),
      severity: 'warning',
    });
    return;
  }
  if (key === undefined || keys.has(key)) return;
  context.report({
    path: [...path, 'key'],
    code: 'KEY_NOT_FOUND',
    message: dataMessages.keyMissing({ kind, name, key }),
    fix: keys.size === 0 ? dataMessages.addKey({ name }) : fieldMessages.useOneOf({ names: shortList(keys) }),
  });
}
