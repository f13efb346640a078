import { type FieldError, fieldError } from '@kubemin/kubeapi';
import type { CustomResourceColumnDefinition } from '@kubemin/kubeapi/types/apiextensions.v1';

const TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** What is wrong with a column of `kubectl get`. */
export function columnProblems(column: CustomResourceColumnDefinition, path: string): readonly FieldError[] {
  const { name, type, format = '', jsonPath } = column;
  const types = `must be one of ${TYPES.join(',')}`;
  return [
    ...(name === '' ? [fieldError.required(`${path}.name`)] : []),
    ...(type === '' ? [fieldError.required(`${path}.type`, types)] : []),
    ...(type !== '' && !TYPES.includes(type) ? [fieldError.invalid(`${path}.type`, type, types)] : []),
    ...(format !== '' && !FORMATS.includes(format)
      ? [fieldError.invalid(`${path}.format`, format, `must be one of ${FORMATS.join(',')}`)]
      : []),
    ...(jsonPath === '' ? [fieldError.required(`${path}.jsonPath`)] : []),
    ...(jsonPath !== '' && !jsonPath.startsWith('.')
      ? [fieldError.invalid(`${path}.jsonPath`, jsonPath, 'must be a simple json path starting with .')]
      : []),
  ];
}
