import { imageStep } from './step.js';

/** The edges of the image by the Sobel operator, white on black. */
export const run = imageStep('edge', ({ width, height, pixels }) => {
  const clamp = (value, limit) => Math.min(Math.max(value, 0), limit - 1);
  const brightness = (x, y) => {
    const at = (clamp(y, height) * width + clamp(x, width)) * 3;
    return (pixels[at] * 299 + pixels[at + 1] * 587 + pixels[at + 2] * 114) / 1000;
  };
  const edges = Buffer.alloc(pixels.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (dx, dy) => brightness(x + dx, y + dy);
      const horizontal = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
      const vertical = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
      edges.fill(
        Math.min(255, Math.round(Math.hypot(horizontal, vertical))),
        (y * width + x) * 3,
        (y * width + x + 1) * 3,
      );
    }
  }
  return { width, height, pixels: edges };
});
