import { encodePng } from './png.js';

/** Prints the input of the pipeline with an image to try it with: a disc on a gradient. */
const [width, height] = [96, 64];
const pixels = Buffer.alloc(width * height * 3);
for (let y = 0; y < height; y += 1) {
  for (let x = 0; x < width; x += 1) {
    const inside = Math.hypot(x - 40, y - 32) < 20;
    pixels.set(inside ? [240, 200, 40] : [x * 2, y * 3, 90], (y * width + x) * 3);
  }
}
const image = encodePng({ width, height, pixels }).toString('base64');
process.stdout.write(`${JSON.stringify({ user: 'ada', image })}\n`);
