import * as z from 'zod';
import type { CheckContext } from '../check-context.ts';
import { numberedName, toDnsLabel } from '../dns-name.ts';
import { repetitions } from '../exactly-one.ts';
import { field } from '../field.ts';
import { isPositiveQuantity, normaliseSize } from '../quantity.ts';
import { expectSource, reference } from '../reference.ts';
import { defineTrait } from '../trait.ts';
import { checkStorageChange } from './storage-changes.ts';

const SIZE_FIX = 'Give a positive amount such as "5Gi" or "500Mi"; a bare number counts Gi.';
const DEFAULT_SIZE = '1Gi';

const mountPath = z
  .string()
  .trim()
  .refine((path) => path === '' || (path.startsWith('/') && !path.includes(':')), {
    error: (issue) => `"${String(issue.input)}" is not a path a volume can be mounted at.`,
    params: { code: 'INVALID_MOUNT_PATH', fix: 'Give an absolute path without ":", such as /data.' },
  });

const subPath = z.string().refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), {
  error: (issue) => `"${String(issue.input)}" leads out of the volume.`,
  params: { code: 'INVALID_MOUNT_PATH', fix: 'Give a path relative to the volume, without "..".' },
});

const volume = z.object({
  /** '' until completed: `<container>-<type>-<n>`; the main container is called like the component. */
  name: z.string().overwrite(toDnsLabel).default(''),
  type: field(z.enum(['persistent', 'ephemeral', 'config', 'secret']), {
    code: 'INVALID_STORAGE_TYPE',
    fix: 'Use persistent, ephemeral, config or secret. Paths of the host cannot be mounted, for security.',
  }),
  /** '' until completed: `/mnt/<name>`. */
  mountPath: mountPath.default(''),
  subPath: subPath.optional(),
  readOnly: z.boolean().optional(),
  sourceName: reference().optional(),
  size: field(
    z
      .string()
      .overwrite(normaliseSize)
      .refine(isPositiveQuantity, {
        error: (issue) => `"${String(issue.input)}" is not a size.`,
        params: { code: 'INVALID_STORAGE_SIZE', fix: SIZE_FIX },
      })
      .optional(),
    { fix: SIZE_FIX },
  ),
  tmpCreate: field(z.boolean().default(false), { aliases: ['create'] }),
  claimName: reference().optional(),
  storageClass: z.string().trim().optional(),
});

type Volume = z.output<typeof volume>;

/** Volumes: their kind, where they come from and where the container sees them. */
export const storage = defineTrait({
  summary: 'Volumes: persistent claims, scratch space, mounted configs and secrets.',
  scope: 'container',
  schema: z.array(volume).max(100),
  complete: (volumes, owner) => volumes.map((entry, index) => complete(entry, index, owner.container)),
  checkChange: (previous = [], next = [], context) => checkStorageChange(previous, next, context),
  check: (volumes, context) => {
    for (const [index, entry] of volumes.entries()) {
      if (entry.type === 'config' || entry.type === 'secret') {
        const name = entry.sourceName ?? entry.name;
        expectSource(context, { kind: entry.type, name, path: [index, 'sourceName'] });
      }
      reportIgnored(entry, index, context);
    }
    reportClashes(volumes, context);
  },
});

function complete(entry: Volume, index: number, container: string): Volume {
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
    ...(entry.type === 'persistent' ? { size: entry.size ?? DEFAULT_SIZE } : {}),
  };
}

const ONLY_PERSISTENT = ['size', 'claimName', 'storageClass'] as const;

function reportIgnored(entry: Volume, index: number, context: CheckContext): void {
  const ignore = (name: string, reason: string) =>
    context.report({
      path: [index, name],
      code: 'FIELD_IGNORED',
      message: `"${name}" has no effect: ${reason}.`,
      fix: 'Remove it.',
      severity: 'warning',
    });
  if (entry.type !== 'persistent') {
    for (const name of ONLY_PERSISTENT) if (entry[name] !== undefined) ignore(name, 'the volume is not persistent');
    if (entry.tmpCreate) ignore('tmpCreate', 'the volume is not persistent');
  } else if (entry.tmpCreate && entry.claimName !== undefined) {
    ignore('claimName', 'tmpCreate makes a new claim');
  }
  if (entry.sourceName !== undefined && (entry.type === 'persistent' || entry.type === 'ephemeral')) {
    ignore('sourceName', 'only config and secret volumes have a source');
  }
}

function reportClashes(volumes: readonly Volume[], context: CheckContext): void {
  for (const { index, key } of repetitions(volumes, (entry) => entry.mountPath.replace(/(.)\/+$/, '$1'))) {
    context.report({
      path: [index, 'mountPath'],
      code: 'DUPLICATE_MOUNT_PATH',
      message: `Another volume is already mounted at ${key}; only the first one will be.`,
      fix: 'Give this volume a path of its own.',
      severity: 'warning',
    });
  }
  for (const { index, key } of repetitions(volumes, (entry) => entry.name)) {
    const first = volumes.find((entry) => entry.name === key);
    const second = volumes[index];
    if (first === undefined || second === undefined || sameVolume(first, second)) continue;
    context.report({
      path: [index, 'name'],
      code: 'DUPLICATE_VOLUME',
      message: `"${key}" already names another volume of this component.`,
      fix: 'Use another name, or repeat the definition of the first one to mount it a second time.',
    });
  }
}

// Size and class are said once: the entry that only adds a mount need not repeat them.
function sameVolume(first: Volume, second: Volume): boolean {
  return (
    first.type === second.type &&
    first.sourceName === second.sourceName &&
    first.tmpCreate === second.tmpCreate &&
    first.claimName === second.claimName
  );
}
