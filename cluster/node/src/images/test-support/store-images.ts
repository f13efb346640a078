/** A process that stores images in the store of a directory: `store-images.ts <directory> <name> <count>`; then it waits in a write. */
import { layerBytes, openTestStore, storeImage } from './image-fixture.ts';

const [directory = '', name = '', count = '0'] = process.argv.slice(2);
const store = await openTestStore(directory);
const tar = await layerBytes([{ name: 'etc/name', text: name }]);
for (let number = 0; number < Number(count); number += 1) {
  const image = await storeImage(store, [`${name}:${number}`], {
    layers: [{ tar }],
    config: { cmd: [name, `${number}`] },
  });
  await store.root(image);
}
await store.write(async (writer) => {
  await writer.writeBlob([Buffer.from(`unfinished ${name}`)]);
  process.stdout.write('done\n');
  // Until the end of the process that started this one, or a signal.
  await new Promise((resolve) => process.stdin.on('end', resolve).resume());
});
