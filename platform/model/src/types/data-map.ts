import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { field } from '../field/index.ts';
import { dataMessages } from '../messages/index.ts';
import { rejectedIssue } from '../problem/index.ts';
import type { CheckContext } from './check-context.ts';

const DATA_KEY = /^[-._a-zA-Z0-9]{1,253}$/;
const MOST_BYTES = 1_048_576;

/**
 * The data of a ConfigMap or Secret: at least one entry; keys are file or variable names and stay as written. Forms do
 * not show `hidden` values.
 */
export function dataMap({ values = 'shown' }: { readonly values?: 'shown' | 'hidden' } = {}) {
  const text = values === 'hidden' ? field(z.string(), { widget: 'password' }) : z.string();
  const map = z.record(z.string(), text).superRefine(
    (data, context) => {
      if (Object.keys(data).length === 0) {
        context.addIssue(rejectedIssue(dataMessages.empty, { code: 'MISSING_REQUIRED_FIELD' }));
      }
      for (const key of Object.keys(data)) {
        if (isDataKey(key)) continue;
        context.addIssue(
          rejectedIssue(dataMessages.keyInvalid({ key }), {
            code: 'INVALID_CONFIG_KEY',
            fix: dataMessages.keyFormat,
            path: [key],
          }),
        );
      }
    },
    { when: ({ value }) => isRecord(value) },
  );
  return field(map, { fix: dataMessages.emptyFix });
}

/** True for a key a ConfigMap or Secret can have. */
export function isDataKey(key: string): boolean {
  return DATA_KEY.test(key) && key !== '.' && !key.startsWith('..');
}

/** Reports data beyond what a ConfigMap or Secret can hold. */
export function checkDataSize(data: Readonly<Record<string, string>>, at: string, context: CheckContext): void {
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const [key, value] of Object.entries(data)) bytes += encoder.encode(key).length + encoder.encode(value).length;
  if (bytes <= MOST_BYTES) return;
  context.report({
    path: [at],
    code: 'DOCUMENT_TOO_LARGE',
    message: dataMessages.tooLarge({ name: context.component.name, bytes, most: MOST_BYTES }),
    fix: dataMessages.tooLargeFix,
  });
}
