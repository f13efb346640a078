import { imageStep } from './step.js';

/** Lets only images pass that can be read and have a size to work with. */
export const run = imageStep('verify', (image) => {
  if (image.width < 8 || image.height < 8) throw new Error('the image is too small: 8×8 pixels are needed');
  return image;
});
