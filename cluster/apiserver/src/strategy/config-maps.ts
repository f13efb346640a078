import { fieldError } from '@kubemin/kubeapi';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { dataKeyProblems } from './data-keys.ts';
import { frozenDataProblems } from './frozen-data.ts';
import { MAX_DATA_BYTES } from './secrets.ts';
import type { Strategy } from './strategy.ts';

/** ConfigMaps: keys that can be files, no more than fits, and nothing changes once they are immutable. */
export const configMapStrategy: Strategy<ConfigMap> = {
  validate({ data = {}, binaryData = {} }) {
    const text = Object.values(data).reduce((size, value) => size + Buffer.byteLength(value), 0);
    const bytes = Object.values(binaryData).reduce((size, value) => size + Buffer.byteLength(value, 'base64'), 0);
    return [
      ...Object.keys(data).flatMap((key) => [
        ...dataKeyProblems(`data[${key}]`, key),
        ...(Object.hasOwn(binaryData, key)
          ? [fieldError.invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')]
          : []),
      ]),
      ...Object.keys(binaryData).flatMap((key) => dataKeyProblems(`binaryData[${key}]`, key)),
      ...(text + bytes > MAX_DATA_BYTES ? [fieldError.tooLong('[]', MAX_DATA_BYTES)] : []),
    ];
  },

  validateUpdate: (map, current) => frozenDataProblems(map, current, ['data', 'binaryData']),
};
