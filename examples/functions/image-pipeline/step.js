import { decodePng, encodePng } from './png.js';

/**
 * A step of the pipeline: takes `{ image, user }`, where the image is a PNG in base64, and returns the same with the new
 * image. A failure is a result with `status: 'error'`, which the workflow sends to the log; it does not end the run.
 */
export function imageStep(name, change) {
  return (input) => {
    const user = input.user ?? 'anonymous';
    try {
      if (typeof input.image !== 'string') throw new Error('no image was given');
      const image = change(decodePng(Buffer.from(input.image, 'base64')), input);
      const { width, height } = image;
      return { status: 'ok', user, width, height, image: encodePng(image).toString('base64') };
    } catch (error) {
      return { status: 'error', user, step: name, error: error.message };
    }
  };
}
