import { StorageDamagedError } from '@kubemin/apiserver';
import type { Logger } from '@kubemin/base';
import { describeDamage, inspectFiles, type SqliteDamage, SqliteDamageError } from '@kubemin/base/sqlite-guard';
import type { DataDirectory } from '../connection/index.ts';
import { damageMessages } from '../messages/index.ts';
import { CliError, ExitCode, typedPath } from '../terminal/index.ts';

/** Runs what opens databases of a data directory; when one is damaged, reports what cannot be read and what to do. */
export async function withDamageAdvice<T>(directory: DataDirectory, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const found = findDamage(error);
    throw found === undefined ? error : damaged(directory, found, error);
  }
}

/** Throws a CliError when a database that no process works on is damaged: a copy would hold less, silently. */
export function requireUndamaged(directory: DataDirectory, path: string): void {
  const { damage } = inspectFiles(path);
  if (damage !== undefined) throw damaged(directory, { damage }, new SqliteDamageError(damage));
}

/** Log entry of a start in spite of lost data. */
export function logDataLoss(logger: Logger): (damage: SqliteDamage, lastGoodRevision?: number) => void {
  return (damage, lastGoodRevision) => {
    const { file, acknowledged } = damage;
    logger.error('Started with --accept-data-loss: acknowledged data is lost.', {
      file,
      damage: describeDamage(damage),
      ...(acknowledged !== undefined && { acknowledged }),
      ...(lastGoodRevision !== undefined && { lastGoodRevision }),
    });
  };
}

interface Found {
  readonly damage: SqliteDamage;
  readonly lastGoodRevision?: number | undefined;
  readonly lostWrites?: number | undefined;
}

function findDamage(error: unknown): Found | undefined {
  if (error instanceof StorageDamagedError || error instanceof SqliteDamageError) return error;
  return error instanceof Error && error.cause !== undefined ? findDamage(error.cause) : undefined;
}

function damaged(directory: DataDirectory, { damage, lastGoodRevision, lostWrites }: Found, cause: unknown): CliError {
  const { file, kind, lostCommits, pages, totalPages, detail, acknowledged } = damage;
  return new CliError(
    damageMessages.found({
      what: {
        missing: () => damageMessages.missing({ file }),
        emptied: () => damageMessages.emptied({ file }),
        'write-ahead-log': () =>
          lostWrites === undefined
            ? damageMessages.lostCommits({ file, count: lostCommits })
            : damageMessages.lostWrites({ file, count: lostWrites }),
        pages: () => damageMessages.pages({ file, count: pages.length, total: totalPages, first: pages[0] ?? 0 }),
        structure: () => damageMessages.structure({ file, detail }),
      }[kind](),
      lastGood: lastGoodRevision === undefined ? undefined : damageMessages.lastGood({ revision: lastGoodRevision }),
      acknowledged:
        acknowledged === undefined || lastGoodRevision === undefined
          ? undefined
          : damageMessages.acknowledged({ revision: acknowledged }),
    }),
    {
      code: 'DATA_DAMAGED',
      exitCode: ExitCode.damaged,
      hint:
        kind === 'structure'
          ? damageMessages.restore
          : damageMessages.restoreOrAccept({ path: typedPath(directory.path) }),
      cause,
    },
  );
}
