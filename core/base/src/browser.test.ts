import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test.each(['index.ts', 'message/index.ts', 'messages/index.ts'])(
  '%s bundles for a browser, without any module of Node',
  async (entry) => {
    const { errors, outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      logLevel: 'silent',
    });
    expect(errors).toEqual([]);
    expect(outputFiles[0]?.text).not.toMatch(/from\s*["']node:/);
  },
);
