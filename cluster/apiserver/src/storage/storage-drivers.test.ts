import { expect, it } from 'vitest';
import { memoryStorage } from './memory-storage.ts';
import { StorageDrivers } from './storage-drivers.ts';

it('opens a driver that was registered from outside', async () => {
  const theirs = memoryStorage();
  const drivers = StorageDrivers.builtin().register({ name: 'theirs', open: async () => theirs });
  expect(await drivers.open('theirs', {})).toBe(theirs);
  expect(drivers.names()).toEqual(['memory', 'file', 'theirs']);
});

it('refuses a second driver of the same name', () => {
  const register = (): unknown =>
    StorageDrivers.builtin().register({ name: 'file', open: async () => memoryStorage() });
  expect(register).toThrow(expect.objectContaining({ code: 'STORAGE_DRIVER_TAKEN' }));
});

it('names the known drivers when asked for an unknown one', async () => {
  await expect(StorageDrivers.builtin().open('tape', {})).rejects.toThrow('choose one of memory, file');
});

it('reports that the file driver needs a directory', async () => {
  await expect(StorageDrivers.builtin().open('file', {})).rejects.toMatchObject({ code: 'STORAGE_OPTIONS_INVALID' });
});
