/**
 * The images of a data directory. `openImages` opens the store at `<data-dir>/images`; several processes may have it
 * open: `up`, which runs containers from it, and the commands of `kubemin image`, which are implemented here.
 * `hostPrograms` names the programs of this machine that images are made from. `makeDemoImages` makes those of the
 * demo without network, in a process of its own because of the memory that it takes; `standIns` makes small servers
 * under the names of other images.
 */
export { buildFromDirectory } from './build-command.ts';
export { DEMO_IMAGES } from './demo-images.ts';
export { makeDemoImages, makePythonImages, runDemoImages } from './demo-images-role.ts';
export {
  formatSize,
  listImages,
  loadArchive,
  pullNamed,
  pushNamed,
  removeImages,
  saveArchive,
  standIns,
} from './image-commands.ts';
export { hostPrograms, openImages } from './open-images.ts';
