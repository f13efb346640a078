// Started by file-storage.test.ts: writes until it is killed, and reports each write once it is acknowledged.
import { fileStorage } from '../storage/file-storage.ts';

const [, , directory = ''] = process.argv;
const storage = await fileStorage({ directory });

async function writeOn(writer: number): Promise<never> {
  for (let count = 0; ; count += 1) {
    const key = `/writer-${writer}/${count}`;
    const revision = await storage.put(key, Buffer.from(key.repeat(20)), 0);
    process.send?.(`${key} ${revision}`);
  }
}

await Promise.all([1, 2, 3, 4].map(writeOn));
