import { RetryableError, TerminalError } from '@kubemin/base';
import { isDiskFull } from '@kubemin/base/machine';
import { errorMessage, type Message, verbatim } from '@kubemin/base/message';
import type { SqliteDamage, SqliteDamageError } from '@kubemin/base/sqlite-guard';
import { storageMessages } from '../messages/index.ts';

/** The key was not at the expected revision; read it again and decide again. */
export class ConflictError extends RetryableError {
  readonly key: string;
  readonly expectedRevision: number;
  /** 0 when the key does not exist. */
  readonly actualRevision: number;

  constructor(key: string, expectedRevision: number, actualRevision: number) {
    super(
      verbatim(
        `${key} is at revision ${actualRevision}, not at the expected ${expectedRevision}: read it again and retry`,
      ),
      {
        code: 'STORAGE_CONFLICT',
      },
    );
    this.key = key;
    this.expectedRevision = expectedRevision;
    this.actualRevision = actualRevision;
  }
}

/** The revision asked for is older than the kept history; start again from a fresh list. */
export class CompactedError extends TerminalError {
  readonly compactedRevision: number;

  constructor(revision: number, compactedRevision: number) {
    super(verbatim(`revision ${revision} was compacted, the oldest kept is ${compactedRevision}: list again`), {
      code: 'STORAGE_COMPACTED',
    });
    this.compactedRevision = compactedRevision;
  }
}

/** The revision asked for has not happened yet. */
export class FutureRevisionError extends RetryableError {
  constructor(revision: number, currentRevision: number) {
    super(verbatim(`revision ${revision} is in the future, the current one is ${currentRevision}`), {
      code: 'STORAGE_FUTURE_REVISION',
    });
  }
}

/** The write was not stored: the disk is full, failing or read-only. Nothing of it is visible. */
export class WriteFailedError extends RetryableError {
  constructor(where: string, cause: unknown) {
    const why = isDiskFull(cause) ? 'no space left on the disk' : 'check free space and permissions';
    super(verbatim(`the write could not be stored in ${where}: ${why}`), {
      code: 'STORAGE_WRITE_FAILED',
      cause,
    });
  }
}

/** The storage cannot be opened. The message contains the fix. */
export class StorageOpenError extends TerminalError {
  constructor(message: Message, cause?: unknown) {
    super(message, { code: 'STORAGE_OPEN_FAILED', cause });
  }
}

/** The files of the storage do not hold what was acknowledged; it is opened only when the loss is accepted. */
export class StorageDamagedError extends StorageOpenError {
  readonly damage: SqliteDamage;
  /** Undefined when nothing can be read. */
  readonly lastGoodRevision: number | undefined;
  /** Acknowledged writes that cannot be read; undefined when they cannot be counted. */
  readonly lostWrites: number | undefined;

  constructor(cause: SqliteDamageError, lastGoodRevision: number | undefined) {
    const { acknowledged } = cause.damage;
    const lost =
      acknowledged === undefined || lastGoodRevision === undefined
        ? undefined
        : Math.max(0, acknowledged - lastGoodRevision);
    const revisions = [
      ...(lost === undefined ? [] : [storageMessages.lostWrites({ count: lost })]),
      ...(lastGoodRevision === undefined ? [] : [storageMessages.lastGood({ revision: lastGoodRevision })]),
      ...(acknowledged === undefined ? [] : [storageMessages.lastAcknowledged({ revision: acknowledged })]),
    ];
    super(
      revisions.reduce((first, second) => storageMessages.joined({ first, second }), errorMessage(cause)),
      cause,
    );
    this.damage = cause.damage;
    this.lastGoodRevision = lastGoodRevision;
    this.lostWrites = lost;
  }
}

/** The storage was closed before or during the call. */
export class StorageClosedError extends TerminalError {
  constructor() {
    super(verbatim('the storage is closed'), { code: 'STORAGE_CLOSED' });
  }
}
