import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { findProgram } from './services/program.ts';

/** Directories for PATH in which a program `helm` is found. */
export interface HelmProgram {
  readonly path: string;
  /** Whether it is the installed program. A script in its place prints the templates of a chart as they are written. */
  readonly isInstalled: boolean;
}

/** The installed `helm`; where there is none, a script below `directory` that serves charts without template expressions. */
export async function helmProgram(directory: string): Promise<HelmProgram> {
  const { PATH = '' } = process.env;
  const installed = findProgram('helm');
  if (installed !== undefined) return { path: `${dirname(installed)}${delimiter}${PATH}`, isInstalled: true };
  const bin = join(directory, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'helm'), '#!/bin/sh\ncat "$3"/templates/*.yaml\n');
  await chmod(join(bin, 'helm'), 0o755);
  return { path: `${bin}${delimiter}${PATH}`, isInstalled: false };
}

/** Writes a chart with one template, and returns its directory. */
export async function writeHelmChart(directory: string, name: string, template: string): Promise<string> {
  const chart = join(directory, name);
  await mkdir(join(chart, 'templates'), { recursive: true });
  await writeFile(join(chart, 'Chart.yaml'), `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`);
  await writeFile(join(chart, 'templates', 'objects.yaml'), template);
  return chart;
}
