import { type Logger, ProgrammingError } from '@kubemin/base';
import { type FileStorageOptions, fileStorage } from './file-storage.ts';
import { memoryStorage } from './memory-storage.ts';
import type { Storage } from './storage.ts';
import type { ValueCodec } from './value-codec.ts';

/** What a driver is opened with; a driver takes what it needs and refuses what is missing. */
export interface StorageDriverOptions {
  readonly directory?: string;
  /** How values are written; for drivers that keep them on a disk. */
  readonly codec?: ValueCodec;
  readonly logger?: Logger;
  /** Open what can be read of damaged files, although acknowledged writes are lost. @default false */
  readonly acceptDataLoss?: boolean;
  /** Called with what was lost and accepted, and the last revision that can be read. */
  readonly onDataLoss?: FileStorageOptions['onDataLoss'];
  /** Settings of drivers that are not ours, e.g. endpoints. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A kind of storage, opened by name. */
export interface StorageDriver {
  readonly name: string;
  open(options: StorageDriverOptions): Promise<Storage>;
}

/** The storage drivers a program knows, by name. Others join with `register`. */
export class StorageDrivers {
  readonly #drivers = new Map<string, StorageDriver>();

  /** Memory and file, the drivers that come with the server. */
  static builtin(): StorageDrivers {
    return new StorageDrivers().register(memoryDriver).register(fileDriver);
  }

  register(driver: StorageDriver): this {
    if (this.#drivers.has(driver.name)) {
      throw new ProgrammingError(`the storage driver ${driver.name} is registered twice`, 'STORAGE_DRIVER_TAKEN');
    }
    this.#drivers.set(driver.name, driver);
    return this;
  }

  names(): readonly string[] {
    return [...this.#drivers.keys()];
  }

  async open(name: string, options: StorageDriverOptions): Promise<Storage> {
    const driver = this.#drivers.get(name);
    if (driver === undefined) {
      const known = this.names().join(', ');
      throw new ProgrammingError(`no storage driver ${name}: choose one of ${known}`, 'STORAGE_DRIVER_UNKNOWN');
    }
    return driver.open(options);
  }
}

const memoryDriver: StorageDriver = { name: 'memory', open: async () => memoryStorage() };

const fileDriver: StorageDriver = {
  name: 'file',
  async open({ directory, acceptDataLoss = false, onDataLoss, codec, logger }) {
    if (directory === undefined) {
      throw new ProgrammingError('the file storage needs a directory', 'STORAGE_OPTIONS_INVALID');
    }
    const given = { ...(codec && { codec }), ...(logger && { logger }), ...(onDataLoss && { onDataLoss }) };
    return fileStorage({ directory, acceptDataLoss, ...given });
  },
};
