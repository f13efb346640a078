import { imageStep } from './step.js';

/** Half the width and half the height: each pixel is the mean of four. */
export const run = imageStep('compress', ({ width, height, pixels }) => {
  const [newWidth, newHeight] = [width >> 1, height >> 1];
  const smaller = Buffer.alloc(newWidth * newHeight * 3);
  for (let y = 0; y < newHeight; y += 1) {
    for (let x = 0; x < newWidth; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (dx, dy) => pixels[((y * 2 + dy) * width + x * 2 + dx) * 3 + channel];
        smaller[(y * newWidth + x) * 3 + channel] = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) >> 2;
      }
    }
  }
  return { width: newWidth, height: newHeight, pixels: smaller };
});
