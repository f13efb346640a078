import { fieldError } from '@kubemin/kubeapi';
import { each, oneOf, type Problems } from './field-checks.ts';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** Whether a volume is a file system or a bare device. */
export const VOLUME_MODES: readonly string[] = ['Block', 'Filesystem'];

/** Who may use a volume how; alone means alone. */
export function accessModes(modes: readonly string[] | undefined): Problems {
  const path = 'spec.accessModes';
  if ((modes?.length ?? 0) === 0) return [fieldError.required(path, 'at least 1 access mode is required')];
  return [
    ...each(modes, path, (mode) => oneOf(path, mode, ACCESS_MODES)),
    ...(modes?.includes('ReadWriteOncePod') === true && modes.length > 1
      ? [fieldError.forbidden(path, 'may not use ReadWriteOncePod with other access modes')]
      : []),
  ];
}
