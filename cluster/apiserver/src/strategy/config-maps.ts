import { fieldError } from '@kubemin/kubeapi';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { dataKeyProblems, isDataKey } from './data-keys.ts';
import type { Problems } from './field-checks.ts';
import { frozenDataProblems } from './frozen-data.ts';
import { MAX_DATA_BYTES } from './secrets.ts';
import type { Strategy } from './strategy.ts';

const NOTHING: Readonly<Record<string, string>> = {};
const NO_PROBLEMS: Problems = [];

/** ConfigMaps: keys that can be files, no more than fits, and nothing changes once they are immutable. */
export const configMapStrategy: Strategy<ConfigMap> = {
  validate({ data = NOTHING, binaryData = NOTHING }) {
    const text = Object.keys(data);
    const binary = Object.keys(binaryData);
    let size = 0;
    for (const key of text) size += Buffer.byteLength(data[key] ?? '');
    for (const key of binary) size += Buffer.byteLength(binaryData[key] ?? '', 'base64');
    // Config maps are written more than anything else: those that are right get by without a list of their problems.
    if (size <= MAX_DATA_BYTES && binary.length === 0 && text.every(isDataKey)) return NO_PROBLEMS;
    return [
      ...text.flatMap((key) => dataKeyProblems(`data[${key}]`, key)),
      ...text
        .filter((key) => Object.hasOwn(binaryData, key))
        .map((key) => fieldError.invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')),
      ...binary.flatMap((key) => dataKeyProblems(`binaryData[${key}]`, key)),
      ...(size > MAX_DATA_BYTES ? [fieldError.tooLong('[]', MAX_DATA_BYTES)] : []),
    ];
  },

  validateUpdate: (map, current) => frozenDataProblems(map, current, ['data', 'binaryData']),
};
