import { StorageDamagedError } from '@kubemin/apiserver';
import type { Logger } from '@kubemin/base';
import { describeDamage, inspectFiles, type SqliteDamage, SqliteDamageError } from '@kubemin/base/sqlite-guard';
import type { DataDirectory } from '../connection/data-directory.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { damageWords } from '../language/words/keeping.ts';
import { typedPath } from '../terminal/typed-path.ts';

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
export function mustBeUndamaged(directory: DataDirectory, path: string): void {
  const { damage } = inspectFiles(path);
  if (damage !== undefined) throw damaged(directory, { damage }, new SqliteDamageError(damage));
}

/** What the log says when a start went on although data was lost. */
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
    inBoth(damageWords, (say) => {
      const what = {
        missing: () => say.missing(file),
        emptied: () => say.emptied(file),
        'write-ahead-log': () =>
          lostWrites === undefined ? say.lostCommits(file, lostCommits) : say.lostWrites(file, lostWrites),
        pages: () => say.pages(file, pages.length, totalPages, pages[0] ?? 0),
        structure: () => say.structure(file, detail),
      }[kind]();
      const revisions = [
        ...(lastGoodRevision === undefined ? [] : [say.lastGood(lastGoodRevision)]),
        ...(acknowledged === undefined || lastGoodRevision === undefined ? [] : [say.acknowledged(acknowledged)]),
      ];
      return [what, ...revisions].join('; ');
    }),
    {
      code: 'DATA_DAMAGED',
      exitCode: ExitCode.damaged,
      hint: inBoth(damageWords, (say) =>
        kind === 'structure' ? say.restore : say.restoreOrAccept(typedPath(directory.path)),
      ),
      cause,
    },
  );
}
