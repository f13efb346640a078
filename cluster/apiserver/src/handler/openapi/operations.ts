import type { JsonObject } from '@kubemin/kubeapi';
import { ACTION_PARAMETERS } from './parameters.ts';

/** What an operation does: the value of `x-kubernetes-action`. */
export type Action = 'get' | 'list' | 'post' | 'put' | 'patch' | 'delete' | 'deletecollection' | 'connect';

export interface OperationOptions {
  readonly action: Action;
  /** Unique in all documents. */
  readonly id: string;
  readonly tag: string;
  readonly groupVersionKind: JsonObject;
  /** Schema of the body, where there is one. */
  readonly body?: JsonObject;
  readonly response: JsonObject;
  readonly isCustom: boolean;
}

const OBJECT_FORMATS = ['application/json', 'application/yaml'];
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const PATCH_FORMATS = ['application/apply-patch+yaml', 'application/json-patch+json', 'application/merge-patch+json'];
const STRATEGIC = 'application/strategic-merge-patch+json';

const SUCCESS: Readonly<Record<Action, readonly [code: string, description: string][]>> = {
  get: [['200', 'OK']],
  list: [['200', 'OK']],
  post: [
    ['200', 'OK'],
    ['201', 'Created'],
    ['202', 'Accepted'],
  ],
  put: [
    ['200', 'OK'],
    ['201', 'Created'],
  ],
  patch: [
    ['200', 'OK'],
    ['201', 'Created'],
  ],
  delete: [
    ['200', 'OK'],
    ['202', 'Accepted'],
  ],
  deletecollection: [['200', 'OK']],
  connect: [['200', 'OK']],
};

/** One operation of one path. */
export function operation(options: OperationOptions): JsonObject {
  const { action, id, tag, groupVersionKind, body } = options;
  return {
    tags: [tag],
    operationId: id,
    parameters: ACTION_PARAMETERS[action] ?? [],
    ...(body !== undefined && {
      requestBody: {
        content: mediaTypes(bodyFormats(options), body),
        ...(action !== 'delete' && action !== 'deletecollection' && { required: true }),
      },
    }),
    responses: operationResponses(options),
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': groupVersionKind,
  };
}

function bodyFormats({ action, isCustom }: OperationOptions): readonly string[] {
  if (action === 'patch') return isCustom ? PATCH_FORMATS : [...PATCH_FORMATS, STRATEGIC];
  return isCustom ? OBJECT_FORMATS : [...OBJECT_FORMATS, PROTOBUF];
}

function operationResponses({ action, response }: OperationOptions): JsonObject {
  const formats = action === 'list' ? ['application/json', 'application/json;stream=watch'] : ['application/json'];
  const content = mediaTypes(formats, response);
  return {
    ...Object.fromEntries(SUCCESS[action].map(([code, description]) => [code, { description, content }])),
    '401': { description: 'Unauthorized' },
  };
}

function mediaTypes(formats: readonly string[], schema: JsonObject): JsonObject {
  return Object.fromEntries(formats.map((format) => [format, { schema }]));
}
