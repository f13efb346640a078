import * as z from 'zod';
import { field, isPositiveQuantity, normaliseSize, numberedName, toDnsLabel } from '../../field/index.ts';
import { storageMessages } from '../../messages/index.ts';
import { rejection } from '../../problem/index.ts';
import { reference } from '../reference.ts';

const SIZE_FIX = storageMessages.sizeFormat;
const DEFAULT_SIZE = '1Gi';

const mountPath = z
  .string()
  .trim()
  .overwrite((path) => path.replace(/(.)\/+$/, '$1'))
  .refine((path) => path === '' || (path.startsWith('/') && !path.includes(':')), {
    ...rejection((input) => storageMessages.mountPathInvalid({ path: String(input) }), {
      code: 'INVALID_MOUNT_PATH',
      fix: storageMessages.mountPathFormat,
    }),
  });

/** Relative to the volume. */
const insidePath = z.string().refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), {
  ...rejection((input) => storageMessages.subPathInvalid({ path: String(input) }), {
    code: 'INVALID_MOUNT_PATH',
    fix: storageMessages.subPathFormat,
  }),
});

const item = field(z.object({ key: z.string().trim().min(1), path: insidePath.optional() }), {
  prepare: (value) => (typeof value === 'string' ? { key: value } : value),
});

/** One volume and where its container sees it. */
export const volume = z.object({
  /** '' until completed: `<container>-<type>-<n>`; the main container is called like the component. */
  name: z.string().overwrite(toDnsLabel).default(''),
  type: field(z.enum(['persistent', 'ephemeral', 'config', 'secret']), {
    code: 'INVALID_STORAGE_TYPE',
    fix: storageMessages.types,
  }),
  /** '' until completed: `/mnt/<name>`. */
  mountPath: mountPath.default(''),
  subPath: insidePath.optional(),
  readOnly: z.boolean().optional(),
  sourceName: reference().optional(),
  /** The keys that become files, and their paths; all keys under their own names when left out. */
  items: z.array(item).min(1).max(1000).optional(),
  size: field(
    z
      .string()
      .overwrite(normaliseSize)
      .refine(isPositiveQuantity, {
        ...rejection((input) => storageMessages.sizeInvalid({ value: String(input) }), {
          code: 'INVALID_STORAGE_SIZE',
          fix: SIZE_FIX,
        }),
      })
      .optional(),
    { fix: SIZE_FIX },
  ),
  tmpCreate: field(z.boolean().default(false), { aliases: ['create'] }),
  claimName: reference().optional(),
  storageClass: z.string().trim().optional(),
});

/** A volume in canonical form. */
export type Volume = z.output<typeof volume>;

/** The volume with the names and defaults it was not given; `index` is its place in the list. */
export function completeVolume(entry: Volume, index: number, container: string): Volume {
  const isData = entry.type === 'config' || entry.type === 'secret';
  // A mounted config is nearly always named by its source, so a volume without a name takes that.
  const named = entry.name || (isData && entry.sourceName ? toDnsLabel(entry.sourceName) : '');
  const name = named || numberedName(container, entry.type, index);
  return {
    ...entry,
    name,
    mountPath: entry.mountPath || `/mnt/${name}`,
    readOnly: entry.readOnly ?? isData,
    ...(isData ? { sourceName: entry.sourceName ?? name } : {}),
    ...(entry.items === undefined ? {} : { items: entry.items.map(({ key, path }) => ({ key, path: path || key })) }),
    ...(entry.type === 'persistent' ? { size: entry.size ?? DEFAULT_SIZE } : {}),
  };
}
